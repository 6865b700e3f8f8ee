# SPDX-License-Identifier: MIT
# AMD's device libraries for HIP programs of tests: device printf and the mathematical functions
# need them. Debian's end before gfx11; the constant that names a target is compiled here.

# kgate_device_libraries(<variable>): the folder for --rocm-device-lib-path, complete once the target
# kgate_device_libraries is built.
function(kgate_device_libraries variable)
  set(folder "${PROJECT_BINARY_DIR}/device_libraries")
  set(${variable} "${folder}" PARENT_SCOPE)
  if(TARGET kgate_device_libraries)
    return()
  endif()
  set(bitcode /usr/lib/x86_64-linux-gnu/amdgcn/bitcode)
  find_file(KGATE_DEVICE_LIBRARY ockl.bc PATHS "${bitcode}" NO_DEFAULT_PATH)
  kgate_require(KGATE_DEVICE_LIBRARY "ROCm's device libraries" rocm-device-libs)
  file(MAKE_DIRECTORY "${folder}")
  file(GLOB packaged "${bitcode}/*.bc")
  foreach(file IN LISTS packaged)
    get_filename_component(name "${file}" NAME)
    file(CREATE_LINK "${file}" "${folder}/${name}" SYMBOLIC)
  endforeach()
  set(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/isa_version.cl")
  set(outputs "")
  foreach(target_and_number 1100:11000 1151:11501)
    string(REGEX MATCH "(.*):(.*)" ignored "${target_and_number}")
    set(name "oclc_isa_version_${CMAKE_MATCH_1}.bc")
    if(NOT EXISTS "${bitcode}/${name}")
      add_custom_command(OUTPUT "${folder}/${name}"
        COMMAND "${KGATE_DEVICE_COMPILER_PATH}" -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa
                -nogpulib -emit-llvm -DKGATE_ISA_VERSION=${CMAKE_MATCH_2} -c "${source}"
                -o "${folder}/${name}"
        DEPENDS "${source}" COMMENT "Device library for gfx${CMAKE_MATCH_1}" VERBATIM)
      list(APPEND outputs "${folder}/${name}")
    endif()
  endforeach()
  add_custom_target(kgate_device_libraries DEPENDS ${outputs})
endfunction()
