/** Starts the worker in which everything happens: rendering, and the driver's own scripts, stay here. */

const worker = new Worker("worker.js", { type: "module" });
worker.addEventListener("error", (event) => console.error(`${event.message} (${event.filename}:${event.lineno})`));
