import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { SimulatedNetwork } from './networkFault.ts'

/** Forwards one connection under the current network fault. */
export function carry(client: Socket, upstream: Socket, network: SimulatedNetwork): void {
  let carried = 0
  let head = ''
  let isAnswered = false
  let isDead = false
  let isDamaged = false
  let isCut = false
  let late: LateRequest | null = null
  client.on('data', (piece: Buffer) => {
    const { fault } = network
    network.bytesToServer += piece.length
    carried += piece.length
    const begun = headIn(piece)
    if (begun !== null) {
      head = begun
      isDamaged = false
      network.requests.push(head.split('\r\n', 1)[0] ?? '')
      isAnswered = fault.kind === 'instead' && fault.request.test(head) && bodyOf(head) > (fault.bodyOver ?? -1)
      if (isAnswered && fault.kind === 'instead') client.end(fault.answer)
    }
    if (!isDead && fault.kind === 'blackhole' && carried > fault.afterBytes) {
      isDead = true
      network.faultCount += 1
    }
    if (isAnswered || isDead) return
    if (fault.kind === 'cutAfter' && carried > fault.bytes) {
      isCut = true
      upstream.end(piece.subarray(0, Math.max(0, piece.length - (carried - fault.bytes))))
      client.resetAndDestroy()
      return
    }
    if (begun !== null && fault.kind === 'late' && fault.request.test(head)) late = { pieces: [], until: fault.until }
    if (late) {
      late.pieces.push(piece)
      if (lengthOf(late) < wholeLength(head)) return
      isCut = true
      client.resetAndDestroy()
      network.faultCount += 1
      network.late.add(arriveLater(upstream, late))
      return
    }
    const isBody = begun === null || piece.indexOf('\r\n\r\n') + 4 < piece.length
    if (fault.kind === 'flip' && !isDamaged && isBody && fault.request.test(head)) {
      isDamaged = true
      network.faultCount += 1
      piece.writeUInt8((piece.at(-1) ?? 0) ^ 1, piece.length - 1)
    }
    if (fault.kind === 'slow') void passSlowly(client, upstream, { piece, bytesPerSecond: fault.bytesPerSecond })
    else if (fault.kind === 'held' && fault.request.test(head))
      void passLater(client, upstream, { piece, until: fault.until })
    else upstream.write(piece)
  })
  upstream.on('data', (piece: Buffer) => {
    const { fault } = network
    if (isDead) return
    const isLost = fault.kind === 'answerLost' || (fault.kind === 'answerLostTo' && fault.request.test(head))
    if (isLost) client.resetAndDestroy()
    else client.write(piece)
  })
  client.on('end', () => upstream.end())
  upstream.on('end', () => {
    if (!isDead) client.end()
  })
  client.on('close', () => {
    // What was forwarded before a cut still arrives.
    if (!isCut) upstream.destroy()
  })
  upstream.on('close', () => {
    if (!isDead) client.destroy()
  })
}

/** Delays the client for the duration of a piece, so that it cannot exceed the simulated bandwidth. */
async function passSlowly(
  client: Socket,
  upstream: Socket,
  { piece, bytesPerSecond }: { piece: Buffer; bytesPerSecond: number },
): Promise<void> {
  client.pause()
  await pause((piece.length / bytesPerSecond) * 1000)
  upstream.write(piece)
  client.resume()
}

/** Holds a piece, and with it all that follows on this connection. */
async function passLater(
  client: Socket,
  upstream: Socket,
  { piece, until }: { piece: Buffer; until: Promise<void> },
): Promise<void> {
  client.pause()
  await until
  upstream.write(piece)
  client.resume()
}

interface LateRequest {
  readonly pieces: Buffer[]
  readonly until: () => Promise<void>
}

function lengthOf({ pieces }: LateRequest): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/** @returns settles when the server has answered or closed the connection */
async function arriveLater(upstream: Socket, { pieces, until }: LateRequest): Promise<void> {
  await until()
  const answered = new Promise((resolve) => {
    upstream.once('data', resolve).once('close', resolve)
  })
  if (upstream.destroyed) return
  upstream.write(Buffer.concat(pieces))
  await answered
  upstream.destroy()
}

/** Length of a request in bytes, from its head. */
function wholeLength(head: string): number {
  return Buffer.byteLength(head, 'latin1') + '\r\n\r\n'.length + bodyOf(head)
}

/** The request head when a piece begins with one; bodies do not look like one. */
function headIn(piece: Buffer): string | null {
  const text = piece.toString('latin1', 0, 8192)
  if (!/^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+ HTTP\/1\.1\r\n/.test(text)) return null
  return text.split('\r\n\r\n', 1)[0] ?? ''
}

function bodyOf(head: string): number {
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
}
