(** One operation on one payload: how it is timed, and what it gives. *)

type outcome = Encoded of string | Decoded of Value.t
type t = { run : int -> unit; check : unit -> outcome list }

(* [Sys.opaque_identity] uses the result: nothing that leads to it can be left out. *)
let repeat inputs call iterations =
  for _ = 1 to iterations do
    for index = 0 to Array.length inputs - 1 do
      ignore (Sys.opaque_identity (call (Array.unsafe_get inputs index)))
    done
  done

(** The same call in the timed loop and in the check. *)
let of_call inputs call outcome =
  {
    run = repeat inputs call;
    check =
      (fun () -> Value.map_list (fun input -> outcome (call input)) (Array.to_list inputs));
  }

(** The same, of calls that hand values to a visitor: the check's makes the tree again. *)
let of_visit inputs visit =
  let build input =
    let visitor, finish = Visitor.builder () in
    visit visitor input;
    Decoded (finish ())
  in
  let reader = Visitor.reader () in
  {
    run = repeat inputs (fun input -> visit reader input);
    check = (fun () -> Value.map_list build (Array.to_list inputs));
  }

let values = Array.map (fun (document : Payload.document) -> document.value)

let unsupported format =
  Printf.ksprintf (fun reason -> raise (Codec.Unsupported reason)) format

let encode payload (Codec.Encoder { prepare; encode; _ }) =
  of_call (Array.map prepare (values payload)) encode (fun bytes -> Encoded bytes)

let decode inputs (Codec.Decoder { decode; value; _ }) =
  of_call inputs decode (fun tree -> Decoded (value tree))

let follow child tree (path : Payload.path) =
  List.fold_left
    (fun found step -> Option.bind found (child step))
    (Some tree) path.steps

let pick payload inputs (Codec.Decoder { decode; child; value }) =
  let paths (document : Payload.document) =
    match document.picks with
    | Some paths -> paths
    | None -> unsupported "the payload came without paths"
  in
  let pick (bytes, paths) =
    let tree = decode bytes in
    List.map (follow child tree) paths
  in
  let inputs = Array.map2 (fun bytes document -> (bytes, paths document)) inputs payload in
  let named (path : Payload.path) = Option.map (fun tree -> (path.at, value tree)) in
  {
    run = repeat inputs pick;
    check =
      (fun () ->
         Array.to_list inputs
         |> List.map (fun input ->
             let found = List.map2 named (snd input) (pick input) in
             Decoded (`Assoc (List.filter_map Fun.id found))));
  }

let of_codec (codec : Codec.t) operation payload =
  let lacking () = unsupported "%s has no %s" (Codec.full_name codec) operation in
  let needed = function Some it -> it | None -> lacking () in
  let bytes () = Payload.encoded payload codec.format in
  match operation with
  | "encode" -> encode payload (needed codec.encode)
  | "decode" ->
    let decoder = needed codec.decode in
    decode (bytes ()) decoder
  | "pick" ->
    let decoder = needed codec.decode in
    pick payload (bytes ()) decoder
  | "scan" ->
    let scan = needed codec.scan in
    of_visit (bytes ()) scan
  | _ -> lacking ()

(** The tare [call]: the cheapest function, called as a library's is. *)
let call payload =
  of_call (values payload) (fun value -> value) (fun value -> Decoded value)

(** The tare [visit]. *)
let visit payload = of_visit (Array.map Events.of_value (values payload)) Events.visit

(** The floor [walk]. *)
let walk operation payload =
  if operation <> "encode" then unsupported "a walk over the tree is what encoders do";
  of_visit (values payload) Visitor.walk

(** The floor [memcpy], into memory that was there before. *)
let copy format payload =
  let originals = Payload.encoded payload format in
  let longest = Array.fold_left (fun most one -> max most (String.length one)) 0 originals in
  let room = Bytes.make longest ' ' in
  let copy bytes = Bytes.blit_string bytes 0 room 0 (String.length bytes) in
  let checked index original =
    copy original;
    if Bytes.sub_string room 0 (String.length original) <> original then
      failwith "the copy differs from the original";
    Decoded payload.(index).value
  in
  {
    run = repeat originals copy;
    check = (fun () -> Array.to_list (Array.mapi checked originals));
  }
