(** Value text: JSON with four rules that keep every value exact. *)

let float_key = "\000float"
let bytes_key = "\000bytes"

let rec of_json : Yojson.Safe.t -> Value.t = function
  | (`Null | `Bool _ | `Int _ | `Float _ | `String _) as scalar -> scalar
  | `Intlit digits ->
    ignore (Value.bits_of_digits digits);
    `Intlit digits
  | `List items -> `List (Value.map_list of_json items)
  | `Assoc [ (key, `String "nan") ] when key = float_key -> `Float Float.nan
  | `Assoc [ (key, `String "inf") ] when key = float_key -> `Float Float.infinity
  | `Assoc [ (key, `String "-inf") ] when key = float_key ->
    `Float Float.neg_infinity
  | `Assoc [ (key, `String text) ] when key = bytes_key ->
    `Bytes (Base64.decode_exn text)
  | `Assoc entries -> `Assoc (Value.map_entries of_json entries)
  | `Tuple _ | `Variant _ -> raise (Value.Outside "Yojson's extension of JSON")

let rec to_json : Value.t -> Yojson.Safe.t = function
  | `Float number when Float.is_nan number ->
    `Assoc [ (float_key, `String "nan") ]
  | `Float number when Float.abs number = Float.infinity ->
    `Assoc [ (float_key, `String (if number > 0. then "inf" else "-inf")) ]
  | (`Null | `Bool _ | `Int _ | `Intlit _ | `Float _ | `String _) as scalar -> scalar
  | `Bytes data -> `Assoc [ (bytes_key, `String (Base64.encode_string data)) ]
  | `List items -> `List (Value.map_list to_json items)
  | `Assoc entries -> `Assoc (Value.map_entries to_json entries)

let read text = of_json (Yojson.Safe.from_string text)
let write value = Yojson.Safe.to_string (to_json value)
