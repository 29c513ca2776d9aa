// express as in its documentation, with the same statements as the bare server.
import type { AddressInfo } from 'node:net'
import express from 'express'
import { plainEvents } from '#tests/bench/plainEvents.ts'

const { token, answer } = await plainEvents(process.argv[2] ?? '')
const app = express()
app.use(express.json())
app.get('/evenements', (request, response) => {
  const list = answer(request.headers.authorization)
  if (list === null) response.status(401).json({ message: 'Connectez-vous pour continuer.' })
  else response.json(list)
})
const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ list: `http://127.0.0.1:${port}/evenements`, token }))
})
