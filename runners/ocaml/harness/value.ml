(** The value model, as the tree that OCaml's people know from Yojson: polymorphic variants, with bytes besides. *)

type t =
  [ `Null
  | `Bool of bool
  | `Int of int
  | `Intlit of string  (** an integer that 63 bits cannot hold, in digits *)
  | `Float of float
  | `String of string
  | `Bytes of string
  | `List of t list
  | `Assoc of (string * t) list ]

(** What a path leads through. *)
type step = Key of string | Index of int

(** What a step leads to, in a tree of whatever scalars. *)
let child step tree =
  match (step, tree) with
  | Key key, `Assoc entries -> List.assoc_opt key entries
  | Index index, `List items -> List.nth_opt items index
  | _ -> None

(* The standard library's, in OCaml before 5.1, needs stack for each element. *)
let map_list f items = List.rev (List.rev_map f items)
let map_entries f = map_list (fun (key, item) -> (key, f item))

exception Outside of string
(** What the value model has no place for. *)

(** The 64 bits of an integer in digits, and whether they are those of a signed one. *)
let bits_of_digits digits =
  match Int64.of_string_opt digits with
  | Some bits -> (bits, true)
  | None -> (
      match Int64.of_string_opt ("0u" ^ digits) with
      | Some bits -> (bits, false)
      | None -> raise (Outside ("the integer " ^ digits)))

(** The integer of some digits: a plain one if it fits. *)
let of_digits digits =
  match int_of_string_opt digits with
  | Some number -> `Int number
  | None -> `Intlit digits
