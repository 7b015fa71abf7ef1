(* The runner: what its codecs are is found in [codecs/]; [harness/] speaks the protocol. *)
let () = Harness.Session.serve stdin stdout
