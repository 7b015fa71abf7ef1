package session

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"weighbridge/internal/clock"
	"weighbridge/internal/codec"
)

func (s *Session) describe() answer {
	build, _ := debug.ReadBuildInfo()
	codecs, absent := []answer{}, []answer{}
	for _, c := range codec.All() {
		operations := s.operations(c)
		if len(operations) == 0 {
			continue
		}
		entry := answer{
			"codec":      c.Name,
			"variant":    nullable(c.Variant),
			"format":     c.Format,
			"library":    c.Library,
			"operations": operations,
		}
		if reason := missing(c); reason != "" {
			entry["reason"] = reason
			absent = append(absent, entry)
			continue
		}
		tare := map[string]string{}
		for _, operation := range operations {
			tare[operation] = c.Tare(operation)
		}
		entry["version"] = version(build, c.Module)
		entry["tare"] = tare
		startsFrom, maps := c.StartsFrom, c.Policies.Map
		if s.typed { // which are of trees
			startsFrom, maps = "", ""
		}
		entry["policies"] = answer{
			"buffers":     c.Policies.Buffers,
			"strings":     c.Policies.Strings,
			"utf8":        c.Policies.UTF8,
			"access":      c.Policies.Access,
			"map":         nullable(maps),
			"api":         c.API,
			"starts_from": nullable(startsFrom),
			"threads":     c.Policies.Threads,
		}
		entry["homepage"] = c.Homepage
		entry["licence"] = c.Licence
		entry["documentation"] = c.Documentation
		entry["source"] = c.Source()
		codecs = append(codecs, entry)
	}
	return answer{
		"protocol": 1,
		"runner":   "go",
		"language": "go",
		"runtime":  fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH),
		"compiler": fmt.Sprintf("%s %s", runtime.Compiler, runtime.Version()),
		"flags":    flags(build),
		"clocks":   clock.All(),
		"tares":    s.tares(),
		"floors":   s.floors(),
		"codecs":   codecs,
		"missing":  absent,
	}
}

// version returns the version of a module that is linked into this program; the standard library's is Go's.
func version(build *debug.BuildInfo, module string) string {
	if module == "" {
		return strings.TrimPrefix(runtime.Version(), "go")
	}
	for _, dependency := range build.Deps {
		if dependency.Path == module {
			return strings.TrimPrefix(dependency.Version, "v")
		}
	}
	return "unknown"
}

func flags(build *debug.BuildInfo) string {
	var settings []string
	for _, setting := range build.Settings {
		if !strings.HasPrefix(setting.Key, "vcs") {
			settings = append(settings, setting.Key+"="+setting.Value)
		}
	}
	return strings.Join(settings, " ")
}

func nullable(text string) any {
	if text == "" {
		return nil
	}
	return text
}
