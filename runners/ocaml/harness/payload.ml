(** A payload: its documents, as they were loaded. *)

type path = { at : string; steps : Value.step list }

type document = {
  value : Value.t;
  encoded : (string * string) list;  (** bytes by format *)
  picks : path list option;
}

type t = document array

(** What each document is in a format; a document that the format cannot hold came without. *)
let encoded payload format =
  Array.map
    (fun document ->
       match List.assoc_opt format document.encoded with
       | Some bytes -> bytes
       | None ->
         raise (Codec.Unsupported ("the payload came without its bytes in " ^ format)))
    payload
