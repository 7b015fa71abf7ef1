(** The clocks that batches are timed by. The garbage collector runs in the calling thread, so that its time is in both. *)

(* Kinds of clocks, as [clock_stubs.c] knows them. *)
let wall = 0
let cpu = 1

external now : (int[@untagged]) -> (int[@untagged])
  = "weighbridge_now_bytecode" "weighbridge_now"
[@@noalloc]

external resolution : (int[@untagged]) -> (int[@untagged])
  = "weighbridge_resolution_bytecode" "weighbridge_resolution"
[@@noalloc]

let describe () : Yojson.Safe.t =
  let one name clock =
    `Assoc [ ("name", `String name); ("resolution_ns", `Int (resolution clock)) ]
  in
  `Assoc
    [
      ("wall", one "CLOCK_MONOTONIC" wall);
      ("cpu", one "CLOCK_THREAD_CPUTIME_ID" cpu);
    ]
