"""The status that a switch with a power meter publishes, as the firmware of small Wi-Fi devices does."""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge_kit.values import Value


def _documents() -> tuple[Value, ...]:
    return (
        {
            "Time": "2024-03-09T17:42:05",
            "Uptime": "12T03:14:55",
            "UptimeSec": 1048495,
            "Heap": 26,
            "SleepMode": "Dynamic",
            "Sleep": 50,
            "LoadAvg": 19,
            "MqttCount": 4,
            "POWER": "ON",
            "Dimmer": 65,
            "Fade": "OFF",
            "Speed": 3,
            "LedTable": "ON",
            "Switches": [True, False, False, True],
            "ENERGY": {
                "TotalStartTime": "2023-11-18T08:00:12",
                "Total": 231.417,
                "Yesterday": 1.083,
                "Today": 0.746,
                "Period": 4,
                "Power": 47,
                "ApparentPower": 61,
                "ReactivePower": 39,
                "Factor": 0.77,
                "Voltage": 229,
                "Current": 0.267,
            },
            "Sensor": {"Id": "01193A5B2C4F", "Temperature": 21.4, "Humidity": 46.2, "DewPoint": 9.3},
            "TempUnit": "C",
            "Wifi": {
                "AP": 1,
                "SSId": "workshop",
                "BSSId": "02:5E:10:AF:3C:81",
                "Channel": 11,
                "Mode": "11n",
                "RSSI": 74,
                "Signal": -63,
                "LinkCount": 2,
                "Downtime": "0T00:00:09",
            },
        },
    )


BUILT_IN = BuiltIn("device-status", "the status message of a Wi-Fi switch with a power meter", _documents)
