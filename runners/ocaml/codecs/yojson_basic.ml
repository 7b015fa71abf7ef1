(** Yojson's tree of plain JSON, whose integers have OCaml's 63 bits. *)

open Harness

let rec of_value : Value.t -> Yojson.Basic.t = function
  | (`Null | `Bool _ | `Int _ | `Float _ | `String _) as scalar -> scalar
  | `Intlit digits -> raise (Codec.Unsupported (digits ^ " is no integer of 63 bits"))
  | `Bytes _ -> raise (Codec.Unsupported "JSON has no bytes")
  | `List items -> `List (Value.map_list of_value items)
  | `Assoc entries -> `Assoc (Value.map_entries of_value entries)

let rec to_value : Yojson.Basic.t -> Value.t = function
  | (`Null | `Bool _ | `Int _ | `Float _ | `String _) as scalar -> scalar
  | `List items -> `List (Value.map_list to_value items)
  | `Assoc entries -> `Assoc (Value.map_entries to_value entries)

let () =
  Codec.register
    {
      Yojson_safe.plain with
      variant = Some "basic";
      documentation =
        "https://ocaml-community.github.io/yojson/yojson/Yojson/Basic/index.html";
      source = __FILE__;
      api = "Basic.to_string, from_string";
      encode =
        Some
          (Encoder
             {
               starts_from = Native;
               prepare = of_value;
               encode = (fun tree -> Yojson.Basic.to_string tree);
             });
      decode =
        Some
          (Decoder
             {
               decode = (fun text -> Yojson.Basic.from_string text);
               child = Value.child;
               value = to_value;
             });
    }
