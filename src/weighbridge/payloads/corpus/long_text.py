# ruff: noqa: E501 (each paragraph is one line, so that its script can be read and searched)
"""Long text in several scripts: what a document costs when strings outweigh its structure."""

from __future__ import annotations

from weighbridge.payloads.corpus.built_in import BuiltIn
from weighbridge_kit.values import Value

_CHAPTERS = {
    "en": """A lorry rolls onto the plate, the needle trembles, and for a moment nobody speaks. Then the clerk reads the gross weight aloud, subtracts the tare that is painted on the door, and writes the net on a ticket. "It is only iron," the driver says; "it weighs what it weighs." The clerk has heard that before.
At noon the queue reaches the gate. Some drivers sleep, some argue about football, and one of them, who has come from the other side of the mountains, walks around his trailer and kicks every tyre as if that could change the number. It cannot. The bridge was checked on Monday with twenty brass weights, and it will be checked again next Monday, whether anybody believes in it or not.
In the evening the book is closed. What came in and what went out must agree to within the error of the scale, and the error of the scale is written on the first page, for everybody to see. That is the whole secret of the trade: not to weigh without error, but to know how large the error is, and to say so.
""",
    "de": """Wer wiegt, der schätzt nicht. Auf der Brücke zählt kein Gefühl, sondern die Zahl, die am Ende übrig bleibt: brutto, tara, netto. Größere Fuhren fahren zweimal über die Waage, denn ein müdes Auge täuscht sich leicht.
Der alte Wiegemeister hat drei Regeln an die Tür genagelt: Erstens, der Motor bleibt aus. Zweitens, niemand steht auf der Platte. Drittens, wer es besser weiß, darf selbst rechnen, aber erst nach Feierabend.
""",
    "fr": """Le peseur note l’heure, le numéro du camion et le poids, puis il tend le reçu par la fenêtre. « Où est passée la différence ? » demande le chauffeur, déjà prêt à repartir. Personne ne répond : la balance a parlé.
Les jours de pluie, la plate-forme garde un peu d’eau, et il faut l’essuyer avant chaque pesée. Ce n’est presque rien, quelques kilos à peine ; mais à la fin de l’année, cela ferait un camion entier qui n’a jamais existé.
""",
    "es": """¿Cuánto pesa el silencio de un camión vacío? El niño de la báscula lo apunta cada mañana en su cuaderno, junto al precio del maíz y la dirección del viento. «Mañana será otro número», piensa.
""",
    "pl": """Żółta ciężarówka wjeżdża na pomost, a wskazówka powoli się uspokaja. Kierowca gasi silnik, bo każde drgnięcie fałszuje wynik. Potem już tylko pieczątka, podpis i dalsza droga.
""",
    "el": """Η ζυγαριά δεν ξέρει τι κουβαλάει το φορτηγό· ξέρει μόνο πόσο βαρύ είναι. Ο φύλακας σημειώνει τον αριθμό, σκουπίζει τη σκόνη από το τζάμι και περιμένει τον επόμενο.
""",
    "ru": """Каждое утро весы проверяют гирями, и каждое утро они показывают одно и то же. Только однажды, после сильного мороза, стрелка остановилась чуть левее нуля, и весь день пришлось взвешивать заново.
Водители ворчали, но ждали. Никто не хотел платить за чужой груз, и никто не хотел везти свой бесплатно. К вечеру пошёл снег, и последний грузовик взвесили уже при свете фонаря.
""",
    "he": """המשאית עולה לאט על הגשר, והפקיד ממתין עד שהמספר יפסיק לזוז. רק אז הוא רושם את המשקל ומרים את המחסום.
""",
    "ar": """تتوقف الشاحنة على الميزان، وينتظر الموظف حتى يثبت الرقم. ثم يكتب الوزن في الدفتر ويفتح الحاجز للشاحنة التالية.
""",
    "hi": """ट्रक धीरे-धीरे काँटे पर चढ़ता है और चालक इंजन बंद कर देता है। कुछ देर बाद संख्या ठहर जाती है, और मुंशी पर्ची पर वज़न लिख देता है।
""",
    "th": """รถบรรทุกจอดนิ่งบนเครื่องชั่ง คนขับดับเครื่องยนต์แล้วรอให้ตัวเลขหยุดขยับ จากนั้นเจ้าหน้าที่จึงเขียนน้ำหนักลงในใบชั่ง
""",
    "zh": """卡车慢慢开上地磅，司机熄了火，等着数字停下来。管理员把毛重写在单子上，减去皮重，剩下的就是货物的重量。
下雨天要先把台面擦干，一点点水也有重量。老师傅常说：称得准不准，先要知道误差有多大。
""",
    "ja": """トラックがゆっくりと台の上に乗り、針が静かに止まる。係の人は重さを読み上げ、空の車の重さを引いて、伝票に書き込む。
雨の日には、台の上の水を拭いてから量る。わずかな水にも重さがあるからだ。
""",
    "ko": """트럭이 천천히 저울 위로 올라가고 바늘이 멈춘다. 직원은 무게를 읽고 빈 차의 무게를 뺀 뒤 전표에 적는다.
""",
    "emoji": """🚛➡️⚖️ 12 840 kg 📄✅ 🚚➡️⚖️ 7 215 kg 📄✅ 👩🏽🔧⚖️ 0 kg 👍
""",
}


def _documents() -> tuple[Value, ...]:
    chapters = [{"language": language, "text": text} for language, text in _CHAPTERS.items()]
    return ({"title": "On the weighing of lorries", "chapters": chapters, "text": "".join(_CHAPTERS.values())},)


BUILT_IN = BuiltIn("long-text", f"long strings in {len(_CHAPTERS) - 1} languages and eleven scripts", _documents)
