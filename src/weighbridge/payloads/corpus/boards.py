"""What boards send and receive: small integers, words, a state, a status.

The kinds of document are those of benchmark-json-messagepack, which weighs ArduinoJson on six boards, and so are their
sizes, both as minified JSON and as MessagePack; the data are our own. The tenth is `compact`, which was there before.
Source: https://github.com/fabianoriccardi/benchmark-json-messagepack
"""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn, Group
from weighbridge_kit.values import Value


def _short_int() -> tuple[Value, ...]:
    return ({"zero": 0, "gain": 3, "channel": 5, "temperature": -7},)


def _home_state() -> tuple[Value, ...]:
    return (
        {
            "deviceState": {
                "battery": 0,
                "friendly_name": "Weighing platform by the gate",
                "overload_alarms": False,
                "linkquality": 104,
                "voltage": 3.021,
            },
            "entity_id": "sensor.gate_platform_weight",
            "state": "21480",
            "attributes": {
                "state_class": "measurement",
                "unit_of_measurement": "kg",
                "device_class": "weight",
                "icon": "mdi:weight-kilogram",
                "supported_features": 16,
                "stable_reading": True,
            },
            "context": {"id": "01HV7Q2N8D4KX0Y5M3B9TJRWEC", "parent_id": None, "user_id": None},
            "last_changed": "2024-04-17T06:52:18+00:00",
            "last_updated": "2024-04-17T06:53:41+00:00",
            "firmware": {"state": "up-to-date", "installing": None, "revision": 57},
        },
    )


def _random_objects() -> tuple[Value, ...]:
    return (
        [
            {
                "_id": "8c1f0e7a53d94b26a07e61f2",
                "index": 0,
                "guid": "3b6d2a90-71e4-4c58-9f0a-d2c84e157b36",
                "isActive": True,
                "balance": "3,917.42",
                "picture": "https://pictures.example/32x32",
                "age": 34,
                "eyeColor": "green",
                "name": "Marisol Duarte",
                "gender": "female",
                "company": "HARBOURLINE",
                "email": "marisol.duarte@harbourline.example",
                "phone": "+1 (555) 014-2236",
                "address": "418 Weighhouse Street, Port Ellery, 7064",
                "about": (
                    "Runs the night shift at the southern gate, where the lorries from the quarry come in. "
                    "Keeps the log by hand as well, because the printer has failed her twice, and will not "
                    "be talked out of it. Has asked for a roof over the platform since the winter before "
                    "last."
                ),
                "registered": "2016-09-21T04:37:12 -02:00",
                "latitude": -38.214706,
                "longitude": 144.572913,
                "tags": ["gravel", "night", "platform", "quarry", "lorry", "log", "gate"],
                "friends": [
                    {"id": 0, "name": "Ines Calder"},
                    {"id": 1, "name": "Tomasz Wilk"},
                    {"id": 2, "name": "Odette Marsh"},
                ],
                "greeting": "Hello, Marisol Duarte! You have 4 unread messages.",
                "favoriteFruit": "quince",
                "verified": True,
            },
            {
                "_id": "f27b9d4016ce8a35b14d0c98",
                "index": 1,
                "guid": "c9a1740e-5f2b-4d83-8e66-1b70f93ad254",
                "isActive": False,
                "balance": "1,208.09",
                "picture": "https://pictures.example/32x32",
                "age": 51,
                "eyeColor": "brown",
                "name": "Henrik Stave",
                "gender": "male",
                "company": "TAREMARK",
                "email": "henrik.stave@taremark.example",
                "phone": "+1 (555) 017-8841",
                "address": "27 Lower Quay, Brannock, 3310",
                "about": (
                    "Calibrates the scales of the whole coast, two towns a day, with the forty weights of "
                    "thirty kilograms and a van that is older than half of them. Writes down what the wind "
                    "did, and whether it rained all day."
                ),
                "registered": "2019-02-08T11:05:49 -01:00",
                "latitude": 57.0318463,
                "longitude": -2.490377,
                "tags": ["weights", "wind", "coast", "van", "towns", "forty", "twenty"],
                "friends": [
                    {"id": 0, "name": "Ruta Balode"},
                    {"id": 1, "name": "Piers Ashdown"},
                    {"id": 2, "name": "Mei Kuroda"},
                ],
                "greeting": "Hello, Henrik Stave! You have 106 unread messages.",
                "favoriteFruit": "plum",
                "verified": False,
            },
        ],
    )


def _array_strings() -> tuple[Value, ...]:
    return (["gross", "tare", "net", "platform", "ticket", "calibrate", "pallet", "kilogram"],)


def _array_int() -> tuple[Value, ...]:
    return ([0, 7, 31744, 2, 6048211, 9, 4, 23170, 1048576, 59999],)


def _short_null() -> tuple[Value, ...]:
    return ({"null": None},)


def _glossary_entry() -> tuple[Value, ...]:
    return (
        {
            "glossary": {
                "title": "the weigher's words",
                "section": {
                    "title": "W",
                    "list": {
                        "entry": {
                            "id": "WBRG",
                            "sortAs": "WBRG",
                            "term": "Weighbridge for vehicles on the road",
                            "acronym": "WBRG",
                            "abbreviation": "OIML R 76-1:2006",
                            "definition": {
                                "text": "A platform let into the road, which weighs a truck with its load in one go.",
                                "seeAlso": ["AXLE", "GROSS"],
                            },
                            "see": "axle weigher",
                        }
                    },
                },
            }
        },
    )


def _web_thing() -> tuple[Value, ...]:
    return (
        {
            "id": "https://things.example/yard/scales/gate",
            "title": "Platform at the gates",
            "@context": "https://webthings.io/schemas/2021-12",
            "@type": ["MultiLevelSensor"],
            "properties": {
                "weight": {
                    "@type": "LevelProperty",
                    "type": "integer",
                    "links": [{"href": "/properties/weight"}],
                },
            },
        },
    )


def _switch_status() -> tuple[Value, ...]:
    return (
        {
            "Status": {
                "Module": 1,
                "FriendlyName": ["Ramp light", "Barrier lamps"],
                "Topic": "ramp_light",
                "ButtonTopic": "0",
                "Power": 2,
                "PowerOnState": 3,
                "LedState": 1,
                "SaveData": 1,
                "SwitchTopic": "0",
                "SwitchMode": [0, 0, 0, 0, 0, 0, 0, 0],
                "ButtonRetain": 0,
            },
            "StatusPRM": {
                "Baudrate": 115200,
                "GroupTopic": "ramps",
                "OtaUrl": "http://updates.example/switch/firmware.bin.gz",
                "RestartReason": "Power on",
                "Uptime": "3T07:41:26",
                "StartupUTC": "2024-04-13T23:10:15",
                "Sleep": 50,
                "BootCount": 38,
                "SaveCount": 412,
                "SaveAddress": "F7000",
            },
            "StatusFWR": {
                "Version": "7.2.0(release)",
                "BuildDateTime": "2023-11-06T15:02:37",
                "Boot": 31,
                "Core": "2_6_1",
                "SDK": "2.2.2-dev(38a443e)",
            },
            "StatusLOG": {
                "SerialLog": 2,
                "WebLog": 2,
                "MqttLog": 0,
                "SysLog": 0,
                "LogHost": "",
                "LogPort": 514,
                "SSId": ["yard", ""],
                "TelePeriod": 300,
            },
            "StatusMEM": {
                "ProgramSize": 576,
                "Free": 424,
                "Heap": 26,
                "ProgramFlashSize": 1024,
                "FlashSize": 1024,
                "FlashMode": 3,
                "Features": ["00000809", "8FDAE397", "003683A0"],
            },
            "StatusNET": {
                "Hostname": "switch-ramp-118302",
                "IPAddress": "192.0.2.83",
                "Gateway": "192.0.2.1",
                "Mac": "02:5E:10:7C:64:9F",
            },
            "StatusTIM": {
                "UTC": "Wed Apr 17 06:51:41 2024",
                "Local": "Wed Apr 17 08:51:41 2024",
                "Timezone": "+02:00",
                "Sunrise": "06:34",
            },
            "StatusSTS": {
                "Time": "2024-04-17T08:51:41",
                "Vcc": 3.165,
                "Heap": 27,
                "SleepMode": "Dynamic",
                "LoadAvg": 19,
                "POWER1": "ON",
                "POWER2": "OFF",
                "Wifi": {"AP": 1, "Channel": 11, "RSSI": 72},
            },
        },
    )


BUILT_INS = (
    BuiltIn("short-int", "a map of four small integers", _short_int),
    BuiltIn("home-state", "the state of a sensor, as a home automation keeps it", _home_state),
    BuiltIn("random-objects", "an array of two large objects with values of all kinds", _random_objects),
    BuiltIn("array-strings", "an array of eight words", _array_strings),
    BuiltIn("array-int", "an array of ten integers", _array_int),
    BuiltIn("short-null", "a map of a null", _short_null),
    BuiltIn("glossary-entry", "an entry of a glossary, longer than the other", _glossary_entry),
    BuiltIn("web-thing", "the description of a thing of the Web of Things", _web_thing),
    BuiltIn("switch-status", "all that a Wi-Fi switch with two relays tells of itself", _switch_status),
)

GROUP = Group(
    "boards",
    "ten documents as boards send and receive them, each a payload",
    (
        "short-int",
        "compact",
        "home-state",
        "random-objects",
        "array-strings",
        "array-int",
        "short-null",
        "glossary-entry",
        "web-thing",
        "switch-status",
    ),
)
