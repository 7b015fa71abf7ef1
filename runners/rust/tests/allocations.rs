//! The counting allocator; alone in its program, since it counts every thread.

use std::hint::black_box;

use weighbridge_rust::allocations::count;

#[test]
fn allocations_are_counted() {
    let (kept, allocated) = count(|| {
        drop(black_box(Vec::<u8>::with_capacity(1000)));
        let mut grown = Vec::<u8>::with_capacity(100);
        grown.reserve_exact(300);
        grown
    });
    assert_eq!((allocated.bytes, allocated.objects, allocated.peak), (1300, 2, 1000));
    drop(kept);
}
