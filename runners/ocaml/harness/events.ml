(** A document as a flat list of what a visitor is handed: the tare [visit] goes through it. *)

type event =
  | Null
  | Bool of bool
  | Int of int
  | Intlit of string
  | Float of float
  | String of string
  | Bytes of string
  | Key of string
  | Begin_list
  | End_list
  | Begin_map
  | End_map

let of_value value =
  let events = ref [] in
  let add event = events := event :: !events in
  Visitor.walk
    {
      null = (fun () -> add Null);
      bool = (fun truth -> add (Bool truth));
      int = (fun number -> add (Int number));
      intlit = (fun digits -> add (Intlit digits));
      float = (fun number -> add (Float number));
      string = (fun text -> add (String text));
      bytes = (fun data -> add (Bytes data));
      key = (fun text -> add (Key text));
      begin_list = (fun () -> add Begin_list);
      end_list = (fun () -> add End_list);
      begin_map = (fun () -> add Begin_map);
      end_map = (fun () -> add End_map);
    }
    value;
  Array.of_list (List.rev !events)

let visit (visitor : Visitor.t) events =
  for index = 0 to Array.length events - 1 do
    match Array.unsafe_get events index with
    | Null -> visitor.null ()
    | Bool truth -> visitor.bool truth
    | Int number -> visitor.int number
    | Intlit digits -> visitor.intlit digits
    | Float number -> visitor.float number
    | String text -> visitor.string text
    | Bytes data -> visitor.bytes data
    | Key text -> visitor.key text
    | Begin_list -> visitor.begin_list ()
    | End_list -> visitor.end_list ()
    | Begin_map -> visitor.begin_map ()
    | End_map -> visitor.end_map ()
  done
