(** The protocol: what is loaded, with a function for each request. *)

type json = Yojson.Safe.t

exception Bad_request of string

let bad format = Printf.ksprintf (fun reason -> raise (Bad_request reason)) format

type t = { payloads : (string, Payload.t) Hashtbl.t; mutable running : bool }

(* Members of requests *)

let optional name : json -> json option = function
  | `Assoc members -> List.assoc_opt name members
  | _ -> bad "not an object where a member %S is due" name

let wrong name kind = bad "the member %S is no %s" name kind

let member name json =
  match optional name json with
  | Some found -> found
  | None -> bad "there is no member %S" name

let string name json =
  match member name json with `String text -> text | _ -> wrong name "string"

let list name json =
  match member name json with `List items -> items | _ -> wrong name "array"

let natural name least = function
  | `Int number when number >= least -> number
  | _ -> wrong name (Printf.sprintf "integer of at least %d" least)

(* load *)

let base64 text =
  match Base64.decode text with
  | Ok bytes -> bytes
  | Error (`Msg reason) -> bad "not base64: %s" reason

let encoded json =
  match member "encoded" json with
  | `Assoc members ->
    List.map
      (function
        | format, `String text -> (format, base64 text)
        | format, _ -> wrong format "string")
      members
  | _ -> wrong "encoded" "object"

let step : json -> Value.step = function
  | `String key -> Key key
  | `Int index when index >= 0 -> Index index
  | _ -> bad "a step is a key or an index"

let path json : Payload.path =
  { at = string "at" json; steps = List.map step (list "steps" json) }

let document json : Payload.document =
  let value =
    try Value_text.read (string "value" json)
    with Yojson.Json_error reason | Value.Outside reason | Invalid_argument reason ->
      bad "not value text: %s" reason
  in
  let picks =
    Option.map (fun _ -> List.map path (list "pick" json)) (optional "pick" json)
  in
  { value; encoded = encoded json; picks }

let load session request =
  let name = string "payload" request in
  let documents = list "documents" request in
  if documents = [] then bad "no documents";
  (* What is loaded stays the same until it is complete. *)
  let payload = Array.of_list (Value.map_list document documents) in
  Hashtbl.replace session.payloads name payload;
  []

let payload session request =
  let name = string "payload" request in
  match Hashtbl.find_opt session.payloads name with
  | Some payload -> payload
  | None -> bad "there is no payload %S" name

let drop session request =
  ignore (payload session request);
  Hashtbl.remove session.payloads (string "payload" request);
  []

(* check and time *)

let operations =
  [
    "encode"; "decode"; "scan"; "pick"; "encode-typed"; "decode-typed"; "read-typed";
    "pick-typed";
  ]
[@@ocamlformat "disable"]

(** The format of a floor [memcpy\[FORMAT\]]. *)
let copied name =
  try Scanf.sscanf name "floor:memcpy[%[^]]]%!" Option.some
  with Scanf.Scan_failure _ | End_of_file -> None

let job session request =
  let name = string "codec" request and operation = string "operation" request in
  if not (List.mem operation operations) then bad "there is no operation %S" operation;
  let payload = payload session request in
  match (name, copied name) with
  | "tare:call", _ -> Job.call payload
  | "tare:visit", _ -> Job.visit payload
  | "floor:walk", _ -> Job.walk operation payload
  | _, Some format -> Job.copy format payload
  | _ -> (
      match
        List.find_opt (fun codec -> Codec.full_name codec = name) (Codec.all ())
      with
      | Some codec -> Job.of_codec codec operation payload
      | None -> bad "there is no codec %S" name)

let check session request =
  let job = job session request in
  let outcomes = job.check () in
  let each f : json = `List (Value.map_list (fun one -> `String (f one)) outcomes) in
  let tree = function
    | Job.Decoded value -> value
    | Job.Encoded _ -> assert false
  in
  match outcomes with
  | Job.Encoded _ :: _ ->
    let bytes = function
      | Job.Encoded bytes -> Base64.encode_string bytes
      | Job.Decoded _ -> assert false
    in
    [ ("bytes", each bytes) ]
  | _ ->
    let hashes = ("hashes", each (fun one -> Canonical_hash.hexadecimal (tree one))) in
    if optional "values" request = Some (`Bool true) then
      [ hashes; ("values", each (fun one -> Value_text.write (tree one))) ]
    else [ hashes ]

let time session request =
  let iterations = natural "iterations" 1 (member "iterations" request) in
  let untimed =
    Option.fold ~none:0 ~some:(natural "untimed" 0) (optional "untimed" request)
  in
  let job = job session request in
  job.run untimed;
  let allocated = Gc.allocated_bytes () in
  let wall = Clock.(now wall) and cpu = Clock.(now cpu) in
  job.run iterations;
  let cpu = Clock.(now cpu) - cpu and wall = Clock.(now wall) - wall in
  let allocated = Gc.allocated_bytes () -. allocated in
  [
    ("wall_ns", `Int wall);
    ("cpu_ns", `Int cpu);
    ("allocated_bytes", `Int (int_of_float allocated));
  ]

let describe () : (string * json) list =
  let names list : json = `List (List.map (fun name -> `String name) list) in
  [
    ("protocol", `Int 1);
    ("runner", `String "ocaml");
    ("language", `String "ocaml");
    ("runtime", `String ("OCaml " ^ Sys.ocaml_version));
    ("compiler", `String ("ocamlopt " ^ Sys.ocaml_version));
    ("flags", `String Build.flags);
    ("clocks", Clock.describe ());
    ("tares", names [ "call"; "visit" ]);
    ("floors", names [ "memcpy"; "walk" ]);
    ("codecs", `List (List.map Codec.describe (Codec.all ())));
    ("missing", `List []);
  ]

(* Answers *)

let respond session request =
  match string "request" request with
  | "describe" -> describe ()
  | "load" -> load session request
  | "check" -> check session request
  | "time" -> time session request
  | "drop" -> drop session request
  | "quit" ->
    session.running <- false;
    []
  | name -> bad "there is no request %S" name

let error name message : json =
  `Assoc [ ("answer", `String name); ("message", `String message) ]

let words = function
  | Failure message | Yojson.Json_error message -> message
  | Value.Outside what -> what ^ " is outside the value model"
  | exn -> Printexc.to_string exn

let answer session line : json =
  match Yojson.Safe.from_string line with
  | exception exn -> error "bad-request" (words exn)
  | request -> (
      match respond session request with
      | members -> `Assoc (("answer", `String "ok") :: members)
      | exception Bad_request reason -> error "bad-request" reason
      | exception Codec.Unsupported reason -> error "unsupported" reason
      | exception exn -> error "failed" (words exn))

(** The text with U+FFFD for what is not UTF-8: a library's words, or what it made of wrong text, may hold it. *)
let utf_8 text =
  let is_wrong wrong _ = function `Malformed _ -> true | `Uchar _ -> wrong in
  if not (Uutf.String.fold_utf_8 is_wrong false text) then text
  else begin
    let repaired = Buffer.create (String.length text) in
    let add () _ = function
      | `Uchar character -> Uutf.Buffer.add_utf_8 repaired character
      | `Malformed _ -> Uutf.Buffer.add_utf_8 repaired Uutf.u_rep
    in
    Uutf.String.fold_utf_8 add () text;
    Buffer.contents repaired
  end

(** The next line. What the input's end cuts off is none, which [input_line] does not tell. *)
let next_line input =
  let before = pos_in input in
  match input_line input with
  | line when pos_in input - before > String.length line -> Some line
  | _ | (exception End_of_file) -> None

let rec serve_on session input output =
  match next_line input with
  | None -> ()
  | Some line ->
    output_string output (utf_8 (Yojson.Safe.to_string (answer session line)));
    output_char output '\n';
    flush output;
    if session.running then serve_on session input output

let serve input output =
  serve_on { payloads = Hashtbl.create 16; running = true } input output
