"""Forty orders of a shop for workshop parts, each a message: what programs hold in types of their own.

Everything that a schema can tell is in them: integers of all sizes, negative ones too, prices in cents and weights as
floats, fields that are absent or null, lists of records, a map whose keys are data, enumerated words, times as text.

The orders are invented from a small vocabulary and a fixed seed.
"""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge.payloads.random64 import SplitMix64
from weighbridge_kit.values import Value

_ORDERS = 40
_FIRST_ID = 7_204_118
_CUSTOMERS = (
    "Aurelie Fontaine", "Bjørn Aas", "Chiara Lombardi", "Dawit Bekele", "Emil Sørensen", "Farida Haddad", "Goro Tanabe",
    "Hanna Kowalczyk", "Imre Szabó", "Joana Prates",
)  # fmt: skip
_STREETS = ("Mill Lane", "Rue des Lilas", "Hafnargata", "Kirkegata", "Via Aurelia", "Lindenweg", "Calle Mayor")
_CITIES = (("Leeds", "GB"), ("Lyon", "FR"), ("Akureyri", "IS"), ("Bergen", "NO"), ("Pisa", "IT"), ("Graz", "AT"))
_PARTS = (
    ("LC-20", "load cell 20 kg", 0.31), ("LC-200", "load cell 200 kg", 0.92), ("JB-4", "junction box, four ways", 1.4),
    ("AMP-1", "bridge amplifier", 0.18), ("CBL-10", "shielded cable, 10 m", 0.85),
    ("FT-M12", "levelling foot M12", 0.22), ("IND-7", "indicator, 7 digits", 0.64),
    ("PLT-60", "platform 60 × 60 cm", 11.5),
)  # fmt: skip
_STATES = ("placed", "paid", "packed", "shipped", "returned")
_NOTES = (
    "Please ring twice.",
    "Leave it with the porter – he knows.",
    "Second delivery for this site; the first one had a broken foot.",
)


def _time(random: SplitMix64) -> str:
    return (
        f"2025-{random.between(1, 12):02}-{random.between(1, 28):02}"
        f"T{random.below(24):02}:{random.below(60):02}:{random.below(60):02}Z"
    )


def _customer(random: SplitMix64) -> Value:
    name = random.pick(_CUSTOMERS)
    city, country = random.pick(_CITIES)
    address: dict[str, Value] = {
        "street": f"{random.between(1, 240)} {random.pick(_STREETS)}",
        "city": city,
        "postcode": str(random.between(1000, 99_999)),
        "country": country,
    }
    customer: dict[str, Value] = {
        "id": random.between(10_000, 4_000_000_000),
        "name": name,
        "email": f"{name.split()[0].lower()}@{city.lower()}.example",
        "address": address,
        "company": None if random.one_in(3) else f"{name.split()[-1]} & Co.",
    }
    if random.one_in(4):
        customer["phone"] = f"+{random.between(20, 99)} {random.between(10**6, 10**9)}"
    return customer


def _line(random: SplitMix64) -> Value:
    article, title, weight = random.pick(_PARTS)
    quantity = random.between(1, 12)
    line: dict[str, Value] = {
        "article": article,
        "title": title,
        "quantity": quantity,
        "unit_price": random.between(290, 48_000),
        "weight_kg": round(quantity * weight, 3),
    }
    if random.one_in(5):
        line["discount"] = {"reason": random.pick(("volume", "loyalty")), "amount": -random.between(10, 900)}
    if random.one_in(6):
        line["serials"] = [f"{article}-{random.between(10**5, 10**6)}" for _ in range(min(quantity, 3))]
    return line


def _order(random: SplitMix64, number: int) -> Value:
    order: dict[str, Value] = {
        "id": _FIRST_ID + number,
        "state": random.pick(_STATES),
        "placed_at": _time(random),
        "shipped_at": None if random.one_in(2) else _time(random),
        "express": random.one_in(4),
        "customer": _customer(random),
        "lines": [_line(random) for _ in range(random.between(1, 5))],
        "tax_rate": random.pick((0.05, 0.2, 0.25)),
        "balance": random.between(-20_000, 250_000),
        # By the number of the store that parts are taken from: keys that are data.
        "from_stores": {str(random.between(100, 999)): random.between(1, 9) for _ in range(random.between(1, 3))},
        "tags": [random.pick(("b2b", "export", "fragile", "gift", "repeat")) for _ in range(random.below(3))],
    }
    if random.one_in(3):
        order["note"] = random.pick(_NOTES)
    return order


def _documents() -> tuple[Value, ...]:
    random = SplitMix64(2025)
    return tuple(_order(random, number) for number in range(_ORDERS))


BUILT_IN = BuiltIn("orders", "a stream of forty orders of a shop, as programs hold in types of their own", _documents)
