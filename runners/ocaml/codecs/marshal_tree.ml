(** OCaml's own serialization, which knows no types: bytes that it did not write itself can crash the program. *)

open Harness

let plain : Codec.t =
  {
    name = "marshal";
    variant = None;
    format = "ocaml-marshal";
    library = "Marshal";
    version = Sys.ocaml_version;
    homepage = "https://ocaml.org";
    documentation = "https://ocaml.org/manual/5.3/api/Marshal.html";
    licence = "LGPL-2.1-only WITH OCaml-LGPL-linking-exception";
    source = __FILE__;
    api = "to_string, from_string";
    reuses_buffers = false;
    checks_utf8 = false;
    access = `Tree;
    encode =
      Some
        (Encoder
           {
             starts_from = Native;
             prepare = Fun.id;
             encode = (fun tree -> Marshal.to_string tree []);
           });
    decode =
      Some
        (Decoder
           {
             decode = (fun bytes : Value.t -> Marshal.from_string bytes 0);
             child = Value.child;
             value = Fun.id;
           });
    scan = None;
  }

(* Without looking for what is shared, which a tree has none of. *)
let no_sharing : Codec.t =
  {
    plain with
    variant = Some "no-sharing";
    api = "to_string [No_sharing], from_string";
    encode =
      Some
        (Encoder
           {
             starts_from = Native;
             prepare = Fun.id;
             encode = (fun tree -> Marshal.to_string tree [ No_sharing ]);
           });
    decode = None;
  }

let () = List.iter Codec.register [ plain; no_sharing ]
