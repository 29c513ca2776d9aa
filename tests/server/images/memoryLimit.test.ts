import { expect, test } from 'vitest'
import { decodingProcesses, imageMemoryBytes, residentBytes } from '#server/images/memoryLimit.ts'

const mib = 1024 ** 2
const gib = 1024 * mib

test.each([
  ['half of a heap of 512 MiB', { machine: 16 * gib, container: 0, heap: 512 * mib }, 256 * mib],
  ['half of a container of 512 MiB', { machine: 16 * gib, container: 512 * mib, heap: 4 * gib }, 256 * mib],
  ['half of a small machine', { machine: gib, container: 2 ** 64, heap: 2 * gib }, 512 * mib],
  ['192 MiB at least', { machine: 16 * gib, container: 128 * mib, heap: 4 * gib }, 192 * mib],
  ['1.5 GiB at most', { machine: 64 * gib, container: 0, heap: 16 * gib }, 1536 * mib],
] as const)('gives an image process %s', (_title, bounds, expected) => {
  expect(imageMemoryBytes(bounds)).toBe(expected)
})

test.each([
  ['one for each core', { machine: 64 * gib, container: 0 }, 8],
  ['one for each 2 GiB of a container', { machine: 64 * gib, container: 6 * gib }, 3],
  ['one for each 2 GiB of the machine', { machine: 7.7 * gib, container: 2 ** 64 }, 3],
  ['one at least', { machine: 16 * gib, container: 512 * mib }, 1],
] as const)('decodes pictures in %s', (_title, bounds, expected) => {
  expect(decodingProcesses(bounds, 8)).toBe(expected)
})

test('returns null for a process that does not exist', async () => {
  expect(await residentBytes(2 ** 30)).toBeNull()
})
