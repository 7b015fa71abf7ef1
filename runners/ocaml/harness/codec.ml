(** What a file in [codecs/] declares, and the list of what was declared. *)

type starts_from =
  | Native  (** the tree as it is: [prepare] gives the library what an application has *)
  | Events  (** the library is handed one value after the other *)

(** Why a codec cannot do something by its nature. *)
exception Unsupported of string

type encoder =
  | Encoder : {
      starts_from : starts_from;
      prepare : Value.t -> 'tree;  (** before the clocks start *)
      encode : 'tree -> string;
    }
      -> encoder

type decoder =
  | Decoder : {
      decode : string -> 'tree;
      child : Value.step -> 'tree -> 'tree option;  (** for picking *)
      value : 'tree -> Value.t;  (** when the clocks have stopped *)
    }
      -> decoder

type t = {
  name : string;
  variant : string option;
  format : string;
  library : string;
  version : string;
  homepage : string;
  documentation : string;
  licence : string;
  source : string;  (** [__FILE__] *)
  api : string;
  reuses_buffers : bool;
  checks_utf8 : bool;
  access : [ `Tree | `Stream ];
  encode : encoder option;
  decode : decoder option;
  scan : (Visitor.t -> string -> unit) option;
}

let registered : t list ref = ref []
let register codec = registered := codec :: !registered
let all () = List.rev !registered

let full_name codec =
  match codec.variant with
  | None -> codec.name
  | Some variant -> Printf.sprintf "%s[%s]" codec.name variant

let tare codec operation =
  match (operation, codec.encode) with
  | "scan", _ | "encode", Some (Encoder { starts_from = Events; _ }) -> "visit"
  | _ -> "call"

let operations codec =
  let having there names = if there then names else [] in
  having (codec.encode <> None) [ "encode" ]
  @ having (codec.decode <> None) [ "decode"; "pick" ]
  @ having (codec.scan <> None) [ "scan" ]

let describe codec : Yojson.Safe.t =
  let text = function Some text -> `String text | None -> `Null in
  let operations = operations codec in
  `Assoc
    [
      ("codec", `String codec.name);
      ("variant", text codec.variant);
      ("format", `String codec.format);
      ("library", `String codec.library);
      ("version", `String codec.version);
      ("operations", `List (List.map (fun name -> `String name) operations));
      ( "tare",
        `Assoc (List.map (fun name -> (name, `String (tare codec name))) operations)
      );
      ( "policies",
        `Assoc
          [
            ("buffers", `String (if codec.reuses_buffers then "reuse" else "fresh"));
            ("strings", `String "owned");
            ("utf8", `String (if codec.checks_utf8 then "checked" else "unchecked"));
            ( "access",
              `String (match codec.access with `Tree -> "tree" | `Stream -> "stream")
            );
            ("map", `String "list");
            ("api", `String codec.api);
            ( "starts_from",
              text
                (Option.map
                   (function
                     | Encoder { starts_from = Native; _ } -> "native"
                     | Encoder { starts_from = Events; _ } -> "events")
                   codec.encode) );
            ("threads", `Bool false);
          ] );
      ("homepage", `String codec.homepage);
      ("licence", `String codec.licence);
      ("documentation", `String codec.documentation);
      ("source", `String codec.source);
    ]
