(** The canonical hash of a value: docs/protocol.md. *)

let ( + ) = Int64.add

let absorb hash word =
  let mixed = Int64.mul (Int64.logxor hash word) 0x9E3779B97F4A7C15L in
  Int64.logxor mixed (Int64.shift_right_logical mixed 32)

let tag letter = Int64.of_int (Char.code letter)

let text letter bytes =
  let length = String.length bytes in
  let whole = length / 8 in
  let hash = ref (absorb (tag letter) (Int64.of_int length)) in
  for word = 0 to whole - 1 do
    hash := absorb !hash (String.get_int64_le bytes (word * 8))
  done;
  if length land 7 <> 0 then begin
    let last = Bytes.make 8 '\000' in
    Bytes.blit_string bytes (whole * 8) last 0 (length land 7);
    hash := absorb !hash (Bytes.get_int64_le last 0)
  end;
  !hash

let rec hash : Value.t -> int64 = function
  | `Null -> absorb (tag 'n') 0L
  | `Bool truth -> absorb (tag 'b') (if truth then 1L else 0L)
  | `Int number -> absorb (tag 'i') (Int64.of_int number)
  | `Intlit digits ->
    let bits, signed = Value.bits_of_digits digits in
    absorb (tag (if signed then 'i' else 'u')) bits
  | `Float number ->
    let bits =
      if Float.is_nan number then 0x7FF8000000000000L
      else Int64.bits_of_float number
    in
    absorb (tag 'f') bits
  | `String characters -> text 's' characters
  | `Bytes data -> text 'y' data
  | `List items ->
    let folded =
      List.fold_left (fun so_far item -> absorb so_far (hash item)) (tag 'a') items
    in
    absorb folded (Int64.of_int (List.length items))
  | `Assoc entries ->
    let entry (key, item) = absorb (absorb (tag 'e') (text 's' key)) (hash item) in
    let sum = List.fold_left (fun sum one -> sum + entry one) 0L entries in
    absorb (absorb (tag 'm') sum) (Int64.of_int (List.length entries))

let hexadecimal value = Printf.sprintf "%016Lx" (hash value)
