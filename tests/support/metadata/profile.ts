import { u32 } from '#tests/support/boxes.ts'
import { secretBytes } from './secret.ts'

const xyz = Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), u32(0xf6d6), u32(0x10000), u32(0xd32d)])
const curve = Buffer.concat([Buffer.from('curv\0\0\0\0', 'latin1'), u32(1), Buffer.from('0233', 'hex')])
const texts = Buffer.concat([Buffer.from('desc\0\0\0\0', 'latin1'), secretBytes])
const drawing = { rXYZ: xyz, gXYZ: xyz, bXYZ: xyz, wtpt: xyz, rTRC: curve, gTRC: curve, bTRC: curve }

/** Colour profiles (ICC.1) with the secret in one place each. */
export function markedProfiles(): Record<string, Buffer> {
  const tags = 'desc cprt dmnd dmdd mmod vcgt targ calt vued chrm priv ndin'.split(' ')
  return {
    ...Object.fromEntries(tags.map((tag) => [`tag ${tag}`, profileOf({ ...drawing, [tag]: texts })])),
    'a text as white point': profileOf({ ...drawing, wtpt: texts }),
    'behind the numbers of a colour': profileOf({ ...drawing, rXYZ: Buffer.concat([xyz, secretBytes]) }),
    'behind a curve': profileOf({ ...drawing, gTRC: Buffer.concat([curve, secretBytes]) }),
    'behind the tags': Buffer.concat([profileOf(drawing), secretBytes]),
    'device and creator of the header': withHeader(profileOf(drawing), 84),
    'the reserved bytes of the header': withHeader(profileOf(drawing), 100),
    'no profile': Buffer.concat([Buffer.alloc(140), secretBytes]),
  }
}

function withHeader(profile: Buffer, at: number): Buffer {
  secretBytes.copy(profile, at)
  return profile
}

function profileOf(tags: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tags)
  const header = Buffer.alloc(128)
  header.write('\x02\x40\0\0mntrRGB XYZ ', 8, 'latin1')
  header.write('acsp', 36, 'latin1')
  let at = 132 + 12 * entries.length
  const table = entries.map(([name, data]) => {
    const entry = Buffer.concat([Buffer.from(name, 'latin1'), u32(at), u32(data.length)])
    at += data.length
    return entry
  })
  header.writeUInt32BE(at)
  return Buffer.concat([header, u32(entries.length), ...table, ...entries.map(([, data]) => data)])
}
