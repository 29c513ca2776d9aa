// Health check of the container: exits with 0 when the server on PORT answers that it lives.
const { PORT = '4170' } = process.env
try {
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/health/live`, { signal: AbortSignal.timeout(4000) })
  process.exitCode = answer.ok ? 0 : 1
} catch {
  process.exitCode = 1
}
