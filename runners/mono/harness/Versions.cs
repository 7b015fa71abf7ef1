using System;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;

namespace Weighbridge
{
    /// <summary>Versions as assemblies and the runtime tell them.</summary>
    internal static class Versions
    {
        /// <summary>The compiler and its flags, which the build leaves in this program's attributes.</summary>
        public static string Compiler => Built("Compiler");

        public static string Flags => Built("Flags");

        /// <summary>The version of the assembly that defines a type, without the commit that some append.</summary>
        public static string Of(Type type)
        {
            var assembly = type.Assembly;
            var version = assembly.GetCustomAttribute<AssemblyFileVersionAttribute>()?.Version;
            var label = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion;
            return label?.Split('+')[0] ?? version ?? assembly.GetName().Version.ToString();
        }

        /// <summary>The runtime's version, for libraries that are part of it: "6.8.0.105" of "Mono 6.8.0.105 (Debian
        /// …)".</summary>
        public static string OfRuntime() =>
            RuntimeInformation.FrameworkDescription.Split(' ').First(word => char.IsDigit(word[0]));

        private static string Built(string key) => typeof(Versions)
                                                       .Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
                                                       .FirstOrDefault(one => one.Key == key)
                                                       ?.Value;
    }
}
