import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { freePort } from '#tests/support/freePort.ts'

/** A real S3 store: OpenStack Swift with its S3 interface, on a folder of its own. */
export interface Swift {
  readonly address: string
  /** Settings for a new, empty bucket. */
  newBucket(): Promise<S3Settings>
  /** Ends the store as a power cut does. */
  kill(): Promise<void>
  /** Starts it again on the same folder and address. */
  start(): Promise<void>
  stop(): Promise<void>
}

const kinds = ['account', 'container', 'object'] as const
const keys = { accessKeyId: 'test:tester', secretAccessKey: 'testing' }

/** Machines that can install Swift, and CI, must not skip it. */
export function swiftIsThere(): boolean {
  const isThere = ['swift-proxy-server', 'swift-object-server'].every((name) => existsSync(`/usr/bin/${name}`))
  if (!isThere && process.env['CI']) throw new Error('Swift is missing: install "swift-proxy" and "swift-object"')
  return isThere
}

export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-swift-'))
  const ports = {
    memcached: await freePort(),
    proxy: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  }
  await writeConfiguration(folder, ports)
  const address = `http://127.0.0.1:${ports.proxy}`
  let running: ChildProcess[] = []
  const begin = (program: string, args: readonly string[]) => {
    // Unread output would block it.
    running.push(spawn(program, args, { stdio: 'ignore' }))
  }
  // It ends with an aborted run.
  process.once('exit', () => {
    for (const child of running) child.kill('SIGKILL')
  })
  const swift: Swift = {
    address,
    newBucket: () => newBucket(address),
    async kill() {
      const ended = running.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'))
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(ended)
      running = []
    },
    async start() {
      const { memcached, proxy: _proxy, ...behind } = ports
      begin('memcached', ['-l', '127.0.0.1', '-p', String(memcached), '-u', userInfo().username, '-m', '16'])
      for (const kind of kinds) begin(`swift-${kind}-server`, [join(folder, `${kind}.conf`)])
      // The proxy does not use a server for a minute that failed to answer it.
      for (const port of Object.values(behind)) await untilItAnswers(() => connects(port))
      begin('swift-proxy-server', [join(folder, 'proxy.conf')])
      await untilItAnswers(async () => (await fetch(`${address}/healthcheck`)).ok)
    },
    async stop() {
      await swift.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await swift.start()
  return swift
}

/** Makes an empty bucket in the store at this address. */
export async function newBucket(endpoint: string): Promise<S3Settings> {
  const bucket = `photos-${randomUUID()}`
  const region = 'us-east-1'
  const client = new S3Client({ endpoint, region, credentials: keys, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { endpoint, bucket, region, ...keys, prefix: '' }
}

async function untilItAnswers(answers: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await answers().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('Swift did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function connects(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}

/** One process for all rings: "swift-ring-builder" needs three for each. */
const ringBuilder = `
import json, sys
from swift.common.ring import RingBuilder
for path, port in json.loads(sys.argv[1]).items():
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1,
                     'replication_ip': '127.0.0.1', 'replication_port': port, 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(path)
`

async function writeConfiguration(folder: string, ports: Readonly<Record<string, number>>): Promise<void> {
  const device = join(folder, 'devices', 'd1')
  await mkdir(device, { recursive: true })
  const common = (port: number | undefined) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${folder}\n`
  await writeFile(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = a\nswift_hash_path_prefix = b\n' +
      '[storage-policy:0]\nname = one\ndefault = yes\n',
  )
  for (const kind of kinds) {
    await writeFile(
      join(folder, `${kind}.conf`),
      `${common(ports[kind])}devices = ${join(folder, 'devices')}\nmount_check = false\n` +
        `[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    )
  }
  const rings = Object.fromEntries(kinds.map((kind) => [join(folder, `${kind}.ring.gz`), ports[kind]]))
  execFileSync('/usr/bin/python3', ['-c', ringBuilder, JSON.stringify(rings)], { stdio: 'pipe' })
  const filters = [
    'catch_errors',
    'gatekeeper',
    'healthcheck',
    'bulk',
    'copy',
    'slo',
    'dlo',
    'versioned_writes',
    'symlink',
  ]
  await writeFile(
    join(folder, 'proxy.conf'),
    `${common(ports['proxy'])}[pipeline:main]\n` +
      'pipeline = catch_errors gatekeeper healthcheck cache bulk s3api tempauth copy slo dlo versioned_writes symlink proxy-server\n' +
      '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n' +
      '[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = testing .admin\n' +
      '[filter:s3api]\nuse = egg:swift#s3api\ns3_acl = false\nlocation = us-east-1\n' +
      `[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${ports['memcached']}\n` +
      filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join(''),
  )
}
