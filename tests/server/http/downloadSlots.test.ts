import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { DownloadSlots } from '#server/http/downloadSlots.ts'
import { TestClock } from '#tests/support/testClock.ts'

/** As server/http/downloadSlots.ts. */
const maxPerNetwork = 64

const response = () => new ServerResponse(new IncomingMessage(new Socket()))

/** @returns the response of the download, or the code of its refusal */
function begin(
  slots: DownloadSlots,
  who: { id: number; invite: boolean; ip: string },
  raw = response(),
): ServerResponse | string {
  try {
    slots.take(who, { ip: who.ip } as FastifyRequest, { raw } as FastifyReply)
    return raw
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('limits the downloads of all guests of a network, not those of accounts or of other networks', () => {
  const slots = new DownloadSlots({ clock: new TestClock(), maxPerPerson: 2, code: 'media.occupe' })
  const venue = '203.0.113.7'
  const begun = Array.from({ length: maxPerNetwork }, (_, id) => begin(slots, { id, invite: true, ip: venue }))
  expect(begun.filter((answer) => typeof answer === 'string')).toEqual([])
  const next = { id: maxPerNetwork, invite: true, ip: venue }
  expect(begin(slots, next)).toBe('media.occupe')
  expect(begin(slots, { ...next, invite: false })).toBeInstanceOf(ServerResponse)
  expect(begin(slots, { ...next, ip: '203.0.113.8' })).toBeInstanceOf(ServerResponse)
  ;(begun[0] as ServerResponse).emit('close')
  expect(begin(slots, { ...next, id: next.id + 1 })).toBeInstanceOf(ServerResponse)
})

test('keeps no slot for a client that has disconnected before its download begins', () => {
  const slots = new DownloadSlots({ clock: new TestClock(), maxPerPerson: 1, code: 'media.occupe' })
  const who = { id: 1, invite: false, ip: '203.0.113.7' }
  expect(begin(slots, who, response().destroy())).toBeInstanceOf(ServerResponse)
  expect(begin(slots, who)).toBeInstanceOf(ServerResponse)
  expect(begin(slots, who)).toBe('media.occupe')
})
