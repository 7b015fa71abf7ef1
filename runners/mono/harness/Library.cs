using System;
using System.Linq;
using System.Reflection;

namespace Weighbridge
{
    /// <summary>What the assembly of a library that is no part of the runtime does not tell of itself.</summary>
    [AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
    internal sealed class LibraryAttribute : Attribute
    {
        public LibraryAttribute(string name, string homepage, string licence)
        {
            Name = name;
            Homepage = homepage;
            Licence = licence;
        }

        public string Name { get; }
        public string Homepage { get; }
        public string Licence { get; }
    }

    /// <summary>A library, as the assembly that defines one of its types tells it.</summary>
    internal sealed class Library
    {
        public Library(Type type)
        {
            var assembly = type.Assembly;
            var product = assembly.GetCustomAttribute<AssemblyProductAttribute>()?.Product ?? "";
            Name = assembly.GetName().Name;
            Version = Versions.Of(type);
            if (product.StartsWith("Mono ", StringComparison.Ordinal))
            {
                Version = Versions.OfRuntime(); // its assemblies tell that of the .NET Framework they are like
                Homepage = "https://www.mono-project.com";
                Licence = "MIT";
            }
            else if (product.StartsWith("Microsoft", StringComparison.Ordinal))
            {
                Homepage = "https://dotnet.microsoft.com";
                Licence = "MIT";
            }
            else
            {
                // A library of several assemblies is named by the first words of theirs.
                var declared = typeof(Library).Assembly.GetCustomAttributes<LibraryAttribute>();
                var own = declared.First(one => Name == one.Name ||
                                                Name.StartsWith(one.Name + ".", StringComparison.Ordinal));
                Homepage = own.Homepage;
                Licence = own.Licence;
            }
        }

        public string Name { get; }
        public string Version { get; }
        public string Homepage { get; }

        /// <summary>Its SPDX identifier.</summary>
        public string Licence { get; }
    }
}
