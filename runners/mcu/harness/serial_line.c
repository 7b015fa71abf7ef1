#include "serial_line.h"

#include <stdint.h>

#include "board.h"

/* How many bytes of data a packet may hold, at most 247; the host is told. Two packets are kept in memory. */
#ifndef SERIAL_LINE_DATA
#ifdef __AVR__
#define SERIAL_LINE_DATA 64
#else
#define SERIAL_LINE_DATA 192
#endif
#endif

enum { HEAD = 2, CHECKSUM = 4 };
enum { ACK = 'A', DATA = 'D', GREETING = 'G', HELLO = 'H', NOT_UNDERSTOOD = 'N', MANGLED = 0, END_OF_INPUT = -1 };

/* Its kind, its number, data, and while it is on the line a checksum. */
struct packet {
    uint8_t length; /* without the checksum */
    uint8_t body[HEAD + SERIAL_LINE_DATA + CHECKSUM];
};

static struct {
    struct packet in, out;    /* `out` is kept, to be sent again */
    uint8_t unread;           /* how many bytes of `in` are still to be handed out */
    uint8_t conversation;     /* the number that the host gave it, 0 before the first */
    uint8_t received, sent;   /* the numbers of the last data in either direction */
    bool packets;             /* the host speaks in packets */
    bool owes_ack;            /* the data in `in` are not acknowledged yet */
    bool filling, awaits_ack; /* `out` is data, still growing; or sent, and nothing says that they arrived */
    bool over, again;         /* the conversation ended; and the host began another */
} line;

/* CRC-32 as in zlib, without the final inversion. */
static uint32_t checksum(uint32_t crc, uint8_t byte) {
    static const uint32_t of_nibble[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    crc ^= byte;
    crc = crc >> 4 ^ of_nibble[crc & 15];
    return crc >> 4 ^ of_nibble[crc & 15];
}

/* Send a body behind whose bytes is room for the checksum. */
static void send_body(uint8_t *body, uint8_t length) {
    uint32_t crc = 0xFFFFFFFF;
    for (uint8_t i = 0; i < length; i++) crc = checksum(crc, body[i]);
    for (uint8_t i = 0; i < CHECKSUM; i++) body[length++] = (uint8_t)(~crc >> 8 * i);
    board_write("", 1);
    /* COBS: in the place of the zero before each run of other bytes stands how far the next zero is. */
    for (unsigned begin = 0, end; begin <= length; begin = end + 1) {
        for (end = begin; end < length && body[end];) end++;
        const uint8_t distance = (uint8_t)(end - begin + 1);
        board_write((const char *)&distance, 1);
        board_write((const char *)body + begin, end - begin);
    }
    board_write("", 1);
}

static void send_out(void) { send_body(line.out.body, line.out.length); }

static void begin_out(uint8_t kind, uint8_t number) {
    line.out.body[0] = kind;
    line.out.body[1] = number;
    line.out.length = HEAD;
}

/* Say that the host's conversation begins, or with 0, that none did since the board started. */
static void say_hello(uint8_t conversation) {
    begin_out(HELLO, conversation);
    line.out.body[line.out.length++] = SERIAL_LINE_DATA;
    send_out();
}

static void acknowledge(void) {
    line.owes_ack = false;
    begin_out(ACK, line.received);
    send_out();
}

/* Receive what stands before the next zero into `in`. Return the packet's kind, MANGLED or END_OF_INPUT. */
static int receive(void) {
    struct packet *in = &line.in;
    uint32_t crc = 0xFFFFFFFF;
    unsigned size = 0;
    uint8_t until_zero = 0;
    bool first = true, fits = true;
    int byte;
    line.unread = 0;
    while ((byte = board_read()) > 0 || (byte == 0 && first)) {
        if (byte == 0) continue; /* between packets */
        uint8_t decoded = (uint8_t)byte;
        if (until_zero == 0) {
            until_zero = decoded;
            decoded = 0;
        }
        until_zero--;
        if (first) {
            first = false;
            continue;
        }
        fits = fits && size < sizeof in->body;
        if (!fits) continue;
        in->body[size++] = decoded;
        crc = checksum(crc, decoded);
    }
    if (byte < 0) return END_OF_INPUT;
    const uint32_t of_all_with_theirs = 0xDEBB20E3;
    if (!fits || until_zero != 0 || size < HEAD + CHECKSUM || crc != of_all_with_theirs) return MANGLED;
    in->length = (uint8_t)(size - CHECKSUM);
    return in->body[0];
}

/* Begin the conversation that the host greets with. */
static void greet(void) {
    line.conversation = line.in.body[1];
    line.received = line.sent = 0;
    line.owes_ack = line.filling = line.awaits_ack = false;
    line.over = line.again = true;
    say_hello(line.conversation);
}

/* Wait for what the host says that is new. Return DATA, ACK, GREETING or END_OF_INPUT. */
static int hear(void) {
    for (;;) {
        const int kind = receive();
        const uint8_t number = line.in.body[1];
        if (kind == END_OF_INPUT) {
            line.over = true;
            return kind;
        }
        if (kind == GREETING) {
            greet();
            return kind;
        }
        if (!line.conversation) {
            say_hello(0);
        } else if (kind == MANGLED) {
            uint8_t complaint[HEAD + CHECKSUM] = {NOT_UNDERSTOOD};
            send_body(complaint, HEAD);
        } else if (kind == DATA && number == (uint8_t)(line.received + 1)) {
            return kind;
        } else if (kind == ACK && line.awaits_ack && number == line.sent) {
            return kind;
        } else if (kind == ACK || (kind == DATA && number == line.received)) {
            send_out(); /* the host did not get it */
        }
    }
}

/* Wait for more data. Return whether there are some. */
static bool fetch(void) {
    int kind;
    if (line.owes_ack) acknowledge();
    do kind = hear();
    while (kind == ACK);
    if (kind != DATA) return false;
    line.received++;
    line.unread = (uint8_t)(line.in.length - HEAD);
    line.owes_ack = true;
    line.awaits_ack = false; /* who asks for something new has the last answer */
    return true;
}

bool serial_line_again(void) {
    const bool again = line.again;
    line.over = line.again = false;
    line.unread = 0;
    return again;
}

int serial_line_read(void) {
    if (line.over) return END_OF_INPUT;
    if (!line.packets) {
        const int byte = board_read();
        line.over = byte < 0;
        line.packets = byte == 0;
        if (!line.packets) return byte;
    }
    while (line.unread == 0) {
        if (!fetch()) return END_OF_INPUT;
    }
    const uint8_t byte = line.in.body[line.in.length - line.unread--];
    /* The host hears at once that its request is complete, for the answer may take long. Before that it hears as late
       as it can, so that the board has nothing else to do than to receive what comes next. */
    if (byte == '\n' && line.unread == 0) acknowledge();
    return byte;
}

static void write_byte(char byte) {
    while (line.awaits_ack && !line.over) {
        if (hear() == ACK) line.awaits_ack = false;
    }
    if (line.over) return;
    if (!line.filling) begin_out(DATA, ++line.sent);
    line.out.body[line.out.length++] = (uint8_t)byte;
    line.filling = byte != '\n' && line.out.length < HEAD + SERIAL_LINE_DATA;
    line.awaits_ack = !line.filling;
    if (!line.filling) send_out();
}

void serial_line_write(const char *data, size_t length) {
    if (!line.packets) {
        board_write(data, length);
        return;
    }
    for (size_t i = 0; i < length; i++) write_byte(data[i]);
}
