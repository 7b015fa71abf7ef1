(** What a scan hands every value to, as an application that reads a stream takes them. *)

type t = {
  null : unit -> unit;
  bool : bool -> unit;
  int : int -> unit;
  intlit : string -> unit;
  float : float -> unit;
  string : string -> unit;
  bytes : string -> unit;
  key : string -> unit;
  begin_list : unit -> unit;
  end_list : unit -> unit;
  begin_map : unit -> unit;
  end_map : unit -> unit;
}

(** A visitor that reads what it is handed, and no more: the one of the timed loops. *)
let reader () =
  let sum = ref 0 in
  let number n = sum := !sum + n in
  let text s =
    sum := !sum + String.length s + if s = "" then 0 else Char.code s.[0]
  in
  let edge () = incr sum in
  {
    null = edge;
    bool = (fun truth -> number (Bool.to_int truth));
    int = number;
    intlit = text;
    float = (fun value -> if value > 0. then incr sum);
    string = text;
    bytes = text;
    key = text;
    begin_list = edge;
    end_list = edge;
    begin_map = edge;
    end_map = edge;
  }

type frame = Root | Items of Value.t list | Entries of (string * Value.t) list * string

(** A visitor that makes the tree again, and how to get it: the one of checks. *)
let builder () =
  let root = ref None and stack = ref [ Root ] in
  let push frame = stack := frame :: !stack in
  let pop () =
    match !stack with
    | frame :: rest ->
      stack := rest;
      frame
    | [] -> failwith "more containers end than began"
  in
  let add (value : Value.t) =
    match pop () with
    | Root when !root = None ->
      root := Some value;
      push Root
    | Root -> failwith "two values at the root"
    | Items items -> push (Items (value :: items))
    | Entries (entries, key) -> push (Entries ((key, value) :: entries, ""))
  in
  let finish () =
    match (!stack, !root) with
    | [ Root ], Some value -> value
    | _ -> failwith "the document is not at its end"
  in
  ( {
    null = (fun () -> add `Null);
    bool = (fun truth -> add (`Bool truth));
    int = (fun number -> add (`Int number));
    intlit = (fun digits -> add (`Intlit digits));
    float = (fun number -> add (`Float number));
    string = (fun text -> add (`String text));
    bytes = (fun data -> add (`Bytes data));
    key =
      (fun text ->
         match pop () with
         | Entries (entries, _) -> push (Entries (entries, text))
         | _ -> failwith "a key outside a map");
    begin_list = (fun () -> push (Items []));
    end_list =
      (fun () ->
         match pop () with
         | Items items -> add (`List (List.rev items))
         | _ -> failwith "the end of a list that did not begin");
    begin_map = (fun () -> push (Entries ([], "")));
    end_map =
      (fun () ->
         match pop () with
         | Entries (entries, _) -> add (`Assoc (List.rev entries))
         | _ -> failwith "the end of a map that did not begin");
  },
    finish )

(** Hand every value of a tree to a visitor. *)
let rec walk visitor : Value.t -> unit = function
  | `Null -> visitor.null ()
  | `Bool truth -> visitor.bool truth
  | `Int number -> visitor.int number
  | `Intlit digits -> visitor.intlit digits
  | `Float number -> visitor.float number
  | `String text -> visitor.string text
  | `Bytes data -> visitor.bytes data
  | `List items ->
    visitor.begin_list ();
    List.iter (walk visitor) items;
    visitor.end_list ()
  | `Assoc entries ->
    visitor.begin_map ();
    List.iter
      (fun (key, item) ->
         visitor.key key;
         walk visitor item)
      entries;
    visitor.end_map ()
