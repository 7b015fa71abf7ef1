(** Yojson's tree that holds integers of any size. *)

open Harness

let rec of_value : Value.t -> Yojson.Safe.t = function
  | (`Null | `Bool _ | `Int _ | `Intlit _ | `Float _ | `String _) as scalar -> scalar
  | `Bytes _ -> raise (Codec.Unsupported "JSON has no bytes")
  | `List items -> `List (Value.map_list of_value items)
  | `Assoc entries -> `Assoc (Value.map_entries of_value entries)

let rec to_value : Yojson.Safe.t -> Value.t = function
  | (`Null | `Bool _ | `Int _ | `Intlit _ | `Float _ | `String _) as scalar -> scalar
  | `List items | `Tuple items -> `List (Value.map_list to_value items)
  | `Assoc entries -> `Assoc (Value.map_entries to_value entries)
  | `Variant (name, _) -> raise (Value.Outside ("the variant " ^ name))

let plain : Codec.t =
  {
    name = "yojson";
    variant = None;
    format = "json";
    library = "Yojson";
    version = Versions.yojson;
    homepage = "https://github.com/ocaml-community/yojson";
    documentation =
      "https://ocaml-community.github.io/yojson/yojson/Yojson/Safe/index.html";
    licence = "BSD-3-Clause";
    source = __FILE__;
    api = "Safe.to_string, from_string";
    reuses_buffers = false;
    checks_utf8 = false;
    access = `Tree;
    encode =
      Some
        (Encoder
           {
             starts_from = Native;
             prepare = of_value;
             encode = (fun tree -> Yojson.Safe.to_string tree);
           });
    decode =
      Some
        (Decoder
           {
             decode = (fun text -> Yojson.Safe.from_string text);
             child = Value.child;
             value = to_value;
           });
    scan = None;
  }

(* The buffer that text is written to, and in which strings are read. *)
let buffer = Buffer.create 65536

let reuse : Codec.t =
  {
    plain with
    variant = Some "reuse";
    api = "Safe.to_string ~buf, from_string ~buf";
    reuses_buffers = true;
    encode =
      Some
        (Encoder
           {
             starts_from = Native;
             prepare = of_value;
             encode =
               (fun tree ->
                  Buffer.clear buffer;
                  Yojson.Safe.to_string ~buf:buffer tree);
           });
    decode =
      Some
        (Decoder
           {
             decode = (fun text -> Yojson.Safe.from_string ~buf:buffer text);
             child = Value.child;
             value = to_value;
           });
  }

let () = List.iter Codec.register [ plain; reuse ]
