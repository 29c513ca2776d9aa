// Fills a host by hand: `node tests/bench/large/large.ts <folder or address of a PostgreSQL database> [scale]`.
import { mkdir } from 'node:fs/promises'
import { fillHost } from './fill.ts'

const [target = '', scale = '1'] = process.argv.slice(2)
const isUrl = target.startsWith('postgres')
if (target === '') throw new Error('name a folder, or the address of an empty PostgreSQL database')
if (!isUrl) await mkdir(target, { recursive: true })
const place = isUrl ? { dataDir: '', databaseUrl: target } : { dataDir: target }
await fillHost(place, { scale: Number(scale), now: '2026-06-20T12:00:00.000Z' })
