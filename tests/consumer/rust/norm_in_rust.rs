// SPDX-License-Identifier: MIT
// An engine in Rust through the C interface: plain RMSNorm on an emulated device.
use std::ffi::{c_char, c_void, CStr, CString};
use std::mem::{size_of, zeroed};
use std::ptr::{null, null_mut};

#[repr(C)]
#[derive(Clone, Copy)]
struct Tensor {
    data: *mut c_void,
    shape: [i64; 4],
    stride: [i64; 4],
    dims: u32,
    element: u32,
}

#[repr(C)]
struct Workspace {
    data: *mut c_void,
    size: u64,
}

#[repr(C)]
struct AddRmsNormArgs {
    size: usize,
    x: Tensor,
    residual: Tensor,
    weight: Tensor,
    normed: Tensor,
    new_residual: Tensor,
    eps: f32,
    weight_bias: f32,
    profile: u32,
    workspace: Workspace,
}

#[link(name = "kgate")]
extern "C" {
    fn kgate_version() -> *const c_char;
    fn kgate_last_error() -> *const c_char;
    fn kgate_device_open(name: *const c_char, options: *const c_void, device: *mut *mut c_void) -> i32;
    fn kgate_device_close(device: *mut c_void);
    fn kgate_malloc(device: *mut c_void, bytes: usize, pointer: *mut *mut c_void) -> i32;
    fn kgate_free(device: *mut c_void, pointer: *mut c_void) -> i32;
    fn kgate_write(device: *mut c_void, to: *mut c_void, from: *const c_void, bytes: usize) -> i32;
    fn kgate_read(device: *mut c_void, to: *mut c_void, from: *const c_void, bytes: usize) -> i32;
    fn kgate_stream_synchronize(device: *mut c_void, stream: *mut c_void) -> i32;
    fn kgate_add_rms_norm(device: *mut c_void, stream: *mut c_void, args: *const AddRmsNormArgs) -> i32;
}

fn check(status: i32) {
    if status != 0 {
        let text = unsafe { CStr::from_ptr(kgate_last_error()) };
        eprintln!("status {}: {}", status, text.to_string_lossy());
        std::process::exit(1);
    }
}

fn tensor(data: *mut c_void, shape: &[i64]) -> Tensor {
    let mut made = Tensor { data, shape: [0; 4], stride: [0; 4], dims: shape.len() as u32, element: 0 };
    let mut stride = 1;
    for i in (0..shape.len()).rev() {
        made.shape[i] = shape[i];
        made.stride[i] = stride;
        stride *= shape[i];
    }
    made
}

fn main() {
    // The mean of squares is 4, its root 2, and every result is exact.
    let x: [f32; 4] = [2.0, -2.0, 2.0, -2.0];
    let weight: [f32; 4] = [1.0, 2.0, 3.0, 4.0];
    let mut normed: [f32; 4] = [0.0; 4];
    let bytes = size_of::<[f32; 4]>();
    unsafe {
        let name = CString::new("emulated:gfx1151").unwrap();
        let mut device = null_mut();
        check(kgate_device_open(name.as_ptr(), null(), &mut device));
        let mut memory = [null_mut(); 2];
        for one in memory.iter_mut() {
            check(kgate_malloc(device, bytes, one));
        }
        check(kgate_write(device, memory[0], x.as_ptr().cast(), bytes));
        check(kgate_write(device, memory[1], weight.as_ptr().cast(), bytes));
        let mut args: AddRmsNormArgs = zeroed();
        args.size = size_of::<AddRmsNormArgs>();
        args.x = tensor(memory[0], &[1, 4]);
        args.weight = tensor(memory[1], &[4]);
        args.normed = args.x;
        check(kgate_add_rms_norm(device, null_mut(), &args));
        check(kgate_stream_synchronize(device, null_mut()));
        check(kgate_read(device, normed.as_mut_ptr().cast(), memory[0], bytes));
        for one in memory {
            check(kgate_free(device, one));
        }
        kgate_device_close(device);
        assert_eq!(normed, [1.0, -2.0, 3.0, -4.0]);
        println!("kgate {} in Rust: right", CStr::from_ptr(kgate_version()).to_string_lossy());
    }
}
