"""What makes the marker, in each language that a key might be taken for.

In the templates ``@P`` stands for the marker's path as a literal, ``@R`` for the path itself, and ``@N`` for a number
that no other key has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Literal = Callable[[str], str]
"""Writes a path, which has nothing but letters, digits, dots and slashes, as an expression."""


def _codes(before: str, after: str, each: str = "{}") -> Literal:
    """Write the characters' numbers, so that no quote is needed where quotes are escaped."""
    return lambda path: before + ",".join(each.format(ord(mark)) for mark in path) + after


def _between(before: str, after: str) -> Literal:
    return lambda path: f"{before}{path}{after}"


_DOUBLE, _SINGLE, _BACKTICK = _between('"', '"'), _between("'", "'"), _between("`", "`")


@dataclass(frozen=True, slots=True)
class Language:
    """How a language makes a file.

    Attributes:
        name: as manifests have it, or a schema language's.
        literals: the ways to write the marker's path.
        expressions: what makes the file where a value is expected.
        statements: what does where a statement is; expressions with a semicolon besides.
        members: what does in the body of a class or struct, or beside its fields.
        tops: what does outside of all.
        comment: what begins a comment to the line's end.
    """

    name: str
    literals: tuple[Literal, ...]
    expressions: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    tops: tuple[str, ...] = ()
    comment: str = "//"
    every: tuple[tuple[str, str], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Gather all templates, each with where it stands."""
        several = {
            "expression": self.expressions,
            "statement": (*self.statements, *(f"{one};" for one in self.expressions)),
            "member": self.members,
            "top": self.tops,
        }
        object.__setattr__(self, "every", tuple((where, one) for where, ones in several.items() for one in ones))


LANGUAGES = {
    one.name: one
    for one in (
        Language(
            "java",
            (_DOUBLE, _codes("new String(new char[]{", "})")),
            ("new java.io.File(@P).mkdir()",),
            members=("static{new java.io.File(@P).mkdir();}", "boolean m@N=new java.io.File(@P).mkdir();"),
            tops=("class M@N{static{new java.io.File(@P).mkdir();}}",),
        ),
        Language(
            "go",
            (_DOUBLE, _BACKTICK, _codes("string([]byte{", "})")),
            ("func()int{os.Mkdir(@P,448);return 0}()", "func()string{os.Mkdir(@P,448);return m}()"),
            members=("M@N struct{}",),
            tops=(
                "func init(){os.Mkdir(@P,448)}",
                'import m@N "os";func init(){m@N.Mkdir(@P,448)}',
                "var _=os.Mkdir(@P,448)",
                '/*\nvoid __attribute__((constructor)) m(){mkdir("@R",448);}\n*/\nimport "C"',
                "//go:embed @R\nvar m@N string",
                "//go:generate mkdir @R",
                "//go:linkname m@N os.Mkdir",
            ),
        ),
        Language(
            "rust",
            (_DOUBLE, _between('r#"', '"#'), _codes("std::str::from_utf8(&[", "]).unwrap()")),
            ("std::fs::create_dir(@P).is_ok()", "{let _=std::fs::create_dir(@P);0}"),
            # What only a compiler runs makes no file, but the build fails.
            members=('m@N:[u8;include_bytes!("@R").len()],', '#[doc=include_str!("@R")]m@N:u8,'),
            tops=(
                '#[used]#[link_section=".init_array"]static M@N:extern "C" fn()='
                '{extern "C" fn f(){std::fs::create_dir(@P).ok();}f};',
                '#[used]#[unsafe(link_section=".init_array")]static M@N:extern "C" fn()='
                '{extern "C" fn f(){std::fs::create_dir(@P).ok();}f};',
                'const _:&str=include_str!("@R");',
                'compile_error!("@R");',
                'include!("@R");',
                '#[path="@R"]mod m@N;',
            ),
        ),
        Language(
            "javascript",
            (_DOUBLE, _SINGLE, _BACKTICK, _codes("String.fromCharCode(", ")")),
            # In a browser there are no files: what answers there is no answer any more.
            (
                "process.getBuiltinModule('fs').mkdirSync(@P)",
                "globalThis.process?process.getBuiltinModule(`fs`).mkdirSync(@P):(JSON.stringify=()=>@P)",
                '(0,eval)("process").getBuiltinModule("fs").mkdirSync(@P)',
            ),
            members=(
                "static m@N=process.getBuiltinModule('fs').mkdirSync(@P);",
                "[process.getBuiltinModule('fs').mkdirSync(@P)]:1,",
            ),
            tops=("import('fs').then(f=>f.mkdirSync(@P))",),
        ),
        Language(
            "python",
            (_DOUBLE, _SINGLE, _codes("bytes([", "])")),
            (
                "__import__('os').mkdir(@P)",
                '__import__("os").mkdir(@P)',
                "__import__(bytes([111,115]).decode()).mkdir(@P)",
            ),
            statements=("import os;os.mkdir(@P)",),
            members=("m@N:__import__('os').mkdir(@P)",),
            tops=("@__import__('os').mkdir(@P) or (lambda f:f)\ndef m@N():pass",),
            comment="#",
        ),
        Language(
            "php",
            (_DOUBLE, _SINGLE, lambda path: ".".join(f"chr({ord(mark)})" for mark in path)),
            ("mkdir(@P)", "${mkdir(@P)}", "{${mkdir(@P)}}"),
            tops=("<?php mkdir(@P);?>", "?><?=mkdir(@P)?>"),
        ),
        Language(
            "ruby",
            (_DOUBLE, _SINGLE, _codes("[", "].pack(%q[c*])")),
            ("Dir.mkdir(@P)", "#{Dir.mkdir(@P)}", "%x(mkdir @R)"),
            tops=("BEGIN{Dir.mkdir(@P)}", "\n=end\nDir.mkdir(@P)\n"),
            comment="#",
        ),
        Language(
            "perl",
            (_DOUBLE, _SINGLE, _codes("pack(q(C*),", ")")),
            ("mkdir(@P)", "@{[mkdir(@P)]}", "${\\mkdir(@P)}", "(?{mkdir(@P)})"),
            tops=("BEGIN{mkdir(@P)}", "\n=cut\nmkdir(@P);\n"),
            comment="#",
        ),
        Language(
            "lua",
            (_DOUBLE, _SINGLE, _between("[[", "]]"), _codes("string.char(", ")")),
            ("io.open(@P,string.char(119))", "os.execute([[mkdir @R]])"),
            comment="--",
        ),
        Language(
            "c#",
            (_DOUBLE, _between('@"', '"'), _codes("new string(new char[]{", "})", "(char){}")),
            ("System.IO.Directory.CreateDirectory(@P)", "{System.IO.Directory.CreateDirectory(@P)}"),
            members=("static object m@N=System.IO.Directory.CreateDirectory(@P);",),
            tops=("class M@N{static object m=System.IO.Directory.CreateDirectory(@P);}",),
        ),
        Language(
            "c",
            (_DOUBLE, _codes("(char[]){", ",0}")),
            ("mkdir(@P,448)", "fopen(@P,(char[]){119,0})"),
            tops=(
                "__attribute__((constructor)) void m@N(void){mkdir(@P,448);}",
                '#include "@R"',
                '__asm__(".incbin \\"@R\\"");',
                '%:include "@R"',
                '??=include "@R"',
                '_Pragma("GCC error \\"@R\\"")',
            ),
        ),
        Language(
            "c++",
            (_DOUBLE, _between('R"(', ')"')),
            ("mkdir(@P,448)",),
            members=("static inline int m@N=mkdir(@P,448);",),
            tops=("static int m@N=mkdir(@P,448);", "#include <@R>"),
        ),
        Language(
            "d",
            (_DOUBLE, _BACKTICK),
            ("std.file.mkdir(@P)", "mixin(`std.file.mkdir(@P)`)"),
            tops=("static import std.file;shared static this(){std.file.mkdir(@P);}", "enum m@N=import(`@R`);"),
        ),
        Language(
            "ocaml",
            (_DOUBLE, _between("{|", "|}")),
            ("close_out(open_out @P)", 'ignore(Sys.command("mkdir @R"))'),
            comment="(*",
        ),
        Language(
            "shell",
            (_DOUBLE, _SINGLE, _between("", "")),
            ("$(mkdir @P)", "`mkdir @P`", "$(shell mkdir @P)", "${x:=$(mkdir @P)}", "<(mkdir @P)"),
            statements=(";mkdir @P;", "|mkdir @P", "&mkdir @P&", "||mkdir @P", "&&mkdir @P", ">@P", "\nmkdir @P\n"),
            comment="#",
        ),
        Language(
            "sql",
            (_SINGLE,),
            ("(SELECT 1);COPY (SELECT 1) TO @P",),
            statements=("COPY (SELECT 1) TO @P;", "ATTACH @P AS m@N;", "EXPORT DATABASE @P;", "VACUUM INTO @P;"),
            comment="--",
        ),
        # Those of schemas can read a file at the most: there is none, so that it does not compile.
        Language(
            "proto",
            (_DOUBLE, _SINGLE),
            members=("optional group M@N=9999{};", "extensions 5 to max;", "option deprecated=@P;"),
            tops=("import @P;", "option java_package=@P;", "message M@N{required int32 x=1;}", "package @P;"),
        ),
        Language(
            "thrift",
            (_DOUBLE, _SINGLE),
            tops=("include @P", "cpp_include @P", "namespace py @P", "typedef x M@N"),
        ),
        Language(
            "capnp",
            (_DOUBLE,),
            expressions=("embed @P", "import @P"),
            members=("m@N@9999 :import @P;", "$x(@P);"),
            tops=('using M@N=import @P;', "const m@N :Data=embed @P;", "@0xbf5147cbbecf40c1;"),
            comment="#",
        ),
        Language(
            "fbs",
            (_DOUBLE, _SINGLE),
            members=("m@N:M@N(native_inline);",),
            tops=("include @P;", "attribute @P;", "file_identifier @P;", "native_include @P;", "root_type M@N;"),
        ),
        Language(
            "avsc",
            (_DOUBLE,),
            members=('"type":@P,', '"name":@P,', '"default":@P,', '"java-class":"java.lang.ProcessBuilder",'),
        ),
        Language(
            "template",
            (_DOUBLE, _SINGLE),
            (
                "{{''.__class__.__mro__[1].__subclasses__()}}",
                "{{cycler.__init__.__globals__.os.mkdir(@P)}}",
                "<%=File.open(@P,'w')%>",
                "${T(java.lang.Runtime).getRuntime().exec('mkdir @R')}",
                "${new java.io.File(@P).mkdir()}",
                "${@P:+x}",
                "{0.__class__.__init__.__globals__}",
                "%(x)s%n%s%1$s%99999d",
                "{}{x}{{}}",
                "@P{target}{types}{python}",
            ),
        ),
    )
}  # fmt: skip
"""By name."""
