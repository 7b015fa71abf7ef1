/* QEMU's end: counts every instruction that the emulated processor executes, and those of which it skips the effect by
   their condition, as a processor does.

   Debian has no package with qemu-plugin.h, so that what is used of its first version is declared here:
   https://www.qemu.org/docs/master/devel/tcg-plugins.html */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "shared.h"

typedef uint64_t qemu_plugin_id_t;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
struct qemu_plugin_tb;
struct qemu_plugin_insn;
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*callback)(qemu_plugin_id_t, struct qemu_plugin_tb *));
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *instruction, enum qemu_plugin_op operation,
                                                void *pointer, uint64_t operand);

extern int qemu_plugin_version;
int qemu_plugin_version = 1;

static uint64_t *counter;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        qemu_plugin_register_vcpu_insn_exec_inline(qemu_plugin_tb_get_insn(block, i), QEMU_PLUGIN_INLINE_ADD_U64,
                                                   counter, 1);
    }
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int count, char **arguments);
int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int count, char **arguments) {
    (void)info, (void)count, (void)arguments;
    char name[SHARED_NAME_SIZE];
    snprintf(name, sizeof name, SHARED_NAME, (long)getpid());
    int file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file < 0 || ftruncate(file, SHARED_SIZE) != 0) {
        perror("weighbridge: no shared memory to count in");
        return 1;
    }
    void *memory = mmap(NULL, SHARED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) return 1;
    counter = memory;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
