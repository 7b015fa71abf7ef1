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
    // The system rounds up, by no more than its alignment and its own header.
    assert_eq!(allocated.objects, 2);
    assert!((1300..1300 + 32).contains(&allocated.bytes), "{allocated:?}");
    assert!((1000..1000 + 16).contains(&allocated.peak), "{allocated:?}");
    drop(kept);
}
