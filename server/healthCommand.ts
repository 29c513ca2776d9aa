// Health check of the container: exits with 0 when the server on PORT answers that it lives.
// As the configuration reads it, which would take too long to load here.
const port = process.env['PORT']?.trim() || '4170'
try {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/live`, { signal: AbortSignal.timeout(4000) })
  process.exitCode = answer.ok ? 0 : 1
} catch {
  process.exitCode = 1
}
