// Never sends the ready message, like a process that hangs at its start.
setInterval(() => undefined, 60_000)
process.on('disconnect', () => process.exit(0))
