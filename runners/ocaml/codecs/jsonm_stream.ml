(** Jsonm, which reads and writes lexemes; the trees are made as its documentation makes them. *)

open Harness

exception Refused of Jsonm.error

let next decoder =
  match Jsonm.decode decoder with
  | `Lexeme lexeme -> lexeme
  | `Error error -> raise (Refused error)
  | `End | `Await -> assert false (* it is told of an early end by an error, and never waits for a string *)

let told_in_words f input =
  try f input
  with Refused error -> failwith (Format.asprintf "%a" Jsonm.pp_error error)

let read text =
  let rec value lexeme k decoder =
    match lexeme with
    | `Os -> entries [] k decoder
    | `As -> items [] k decoder
    | (`Null | `Bool _ | `String _ | `Float _) as scalar -> k scalar decoder
    | `Ae | `Oe | `Name _ -> assert false
  and items so_far k decoder =
    match next decoder with
    | `Ae -> k (`List (List.rev so_far)) decoder
    | lexeme -> value lexeme (fun item -> items (item :: so_far) k) decoder
  and entries so_far k decoder =
    match next decoder with
    | `Oe -> k (`Assoc (List.rev so_far)) decoder
    | `Name name ->
      value (next decoder)
        (fun item -> entries ((name, item) :: so_far) k)
        decoder
    | _ -> assert false
  in
  let root tree decoder =
    match Jsonm.decode decoder with
    | `End -> (tree : Value.t)
    | `Error error -> raise (Refused error)
    | `Lexeme _ | `Await -> assert false (* a second document is an error *)
  in
  let decoder = Jsonm.decoder (`String text) in
  value (next decoder) root decoder

let write tree =
  let buffer = Buffer.create 256 in
  let encoder = Jsonm.encoder (`Buffer buffer) in
  let put lexeme = ignore (Jsonm.encode encoder (`Lexeme lexeme)) in
  let rec value : Value.t -> unit = function
    | (`Null | `Bool _ | `String _ | `Float _) as scalar -> put scalar
    | `Int number -> put (`Float (Float.of_int number))
    | `Intlit digits -> put (`Float (Float.of_string digits))
    | `Bytes _ -> raise (Codec.Unsupported "JSON has no bytes")
    | `List items ->
      put `As;
      List.iter value items;
      put `Ae
    | `Assoc entries ->
      put `Os;
      List.iter entry entries;
      put `Oe
  and entry (key, item) =
    put (`Name key);
    value item
  in
  value tree;
  ignore (Jsonm.encode encoder `End);
  Buffer.contents buffer

let scan (visitor : Visitor.t) text =
  let decoder = Jsonm.decoder (`String text) in
  let rec go () =
    match Jsonm.decode decoder with
    | `Lexeme lexeme ->
      (match lexeme with
       | `Null -> visitor.null ()
       | `Bool truth -> visitor.bool truth
       | `String text -> visitor.string text
       | `Float number -> visitor.float number
       | `Name name -> visitor.key name
       | `As -> visitor.begin_list ()
       | `Ae -> visitor.end_list ()
       | `Os -> visitor.begin_map ()
       | `Oe -> visitor.end_map ());
      go ()
    | `Error error -> raise (Refused error)
    | `End -> ()
    | `Await -> assert false
  in
  go ()

let () =
  Codec.register
    {
      name = "jsonm";
      variant = None;
      format = "json";
      library = "Jsonm";
      version = Versions.jsonm;
      homepage = "https://erratique.ch/software/jsonm";
      documentation = "https://erratique.ch/software/jsonm/doc/Jsonm/index.html#examples";
      licence = "ISC";
      source = __FILE__;
      api = "decode, encode";
      reuses_buffers = false;
      checks_utf8 = true;
      access = `Stream;
      encode =
        Some (Encoder { starts_from = Events; prepare = Fun.id; encode = write });
      decode =
        Some
          (Decoder
             {
               decode = told_in_words read;
               child = Value.child;
               value = Fun.id;
             });
      scan = Some (fun visitor -> told_in_words (scan visitor));
    }
