using System;

namespace Weighbridge
{
    /// <summary>The request is malformed or names what does not exist.</summary>
    internal sealed class BadRequest : Exception
    {
        public BadRequest(string message) : base(message) {}
    }

    /// <summary>The codec cannot do this by its nature.</summary>
    internal sealed class Unsupported : Exception
    {
        public Unsupported(string message) : base(message) {}
    }

    /// <summary>The library refused or broke.</summary>
    internal sealed class Failed : Exception
    {
        public Failed(string message) : base(message) {}
    }

    /// <summary>A decoded value of a type that the value model lacks.</summary>
    internal sealed class OutsideModel : Exception
    {
        public OutsideModel(object value)
            : base($"decoded to {value.GetType()} ({value}), which is outside the value model")
        {
            Type = value.GetType();
        }

        public Type Type { get; }
    }
}
