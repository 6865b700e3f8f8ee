# SPDX-License-Identifier: MIT
# Fails with the names of the files that clang-format would change.
set(files "")
foreach(area kernels oracle mutate gates checks tests reports docs)
  file(GLOB_RECURSE found "${SOURCE_DIR}/${area}/*.hpp" "${SOURCE_DIR}/${area}/*.cpp"
       "${SOURCE_DIR}/${area}/*.h" "${SOURCE_DIR}/${area}/*.hip")
  list(APPEND files ${found})
endforeach()
# Inputs of tests are written as their users would write them.
list(FILTER files EXCLUDE REGEX "/tests/(checks/corpus|mutate/trees|mutate/operators|checks/rules)/")
list(LENGTH files count)
if(count EQUAL 0)
  message(FATAL_ERROR "no source files under ${SOURCE_DIR}")
endif()
execute_process(COMMAND "${CLANG_FORMAT}" --dry-run --Werror ${files}
                RESULT_VARIABLE result ERROR_VARIABLE errors)
if(NOT result EQUAL 0)
  string(REGEX MATCHALL "[^\n]+: error: code should be clang-formatted" lines "${errors}")
  list(TRANSFORM lines REPLACE ":[0-9]+:[0-9]+: error.*" "")
  list(REMOVE_DUPLICATES lines)
  string(REPLACE ";" "\n  " text "${lines}")
  message(FATAL_ERROR "clang-format-19 -i would change:\n  ${text}")
endif()
message("${count} files are formatted")
