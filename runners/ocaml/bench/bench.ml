(** Two codecs, timed by the library Benchmark, which repeats a call for so many seconds of CPU time. *)

let seconds = 3

let text =
  let file = open_in_bin Sys.argv.(1) in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

let report codec operation call =
  let samples = Benchmark.throughput1 ~style:Benchmark.Nil ~name:codec seconds call () in
  List.iter
    (fun (_, measured) ->
       List.iter
         (fun (one : Benchmark.t) ->
            let ns time = time *. 1e9 /. Int64.to_float one.iters in
            Printf.printf
              "{\"harness\":\"Benchmark\",\"codec\":\"%s\",\"operation\":\"%s\",\"ns\":%.1f,\"cpu_ns\":%.1f}\n"
              codec operation (ns one.wall)
              (ns (one.utime +. one.stime)))
         measured)
    samples

let () =
  let safe = Yojson.Safe.from_string text and basic = Yojson.Basic.from_string text in
  report "yojson" "encode" (fun () -> Yojson.Safe.to_string safe);
  report "yojson" "decode" (fun () -> Yojson.Safe.from_string text);
  report "yojson[basic]" "encode" (fun () -> Yojson.Basic.to_string basic);
  report "yojson[basic]" "decode" (fun () -> Yojson.Basic.from_string text)
