"""What .NET's BinaryFormatter writes (MS-NRBF)."""

from weighbridge.formats.format import Format

FORMAT = Format(
    name="dotnet-binary",
    title=".NET BinaryFormatter",
    endings=(),
    text=False,
    specification="https://learn.microsoft.com/openspecs/windows_protocols/ms-nrbf/75b9fe09-be15-475f-85b8-ae7b7558cfe5",
    made_for=".NET",
)
