import { box, container, fullBox, u32 } from '#tests/support/boxes.ts'
import { artistExif } from './exif.ts'
import { markedProfiles } from './profile.ts'
import { marked, type MarkedFile, secretBytes, unvouched } from './secret.ts'

const u16 = (value: number) => u32(value).subarray(2)
const frame = Buffer.alloc(64, 0x55)
const text = (words: string) => Buffer.from(words, 'latin1')

interface Places {
  /** A box to add, by parent. */
  readonly added?: Readonly<Record<string, Buffer>>
  readonly handlerName?: Buffer
  /** A second item: its type, its bytes, and how they are stored. */
  readonly item?: { readonly type: string; readonly bytes: Buffer; readonly method?: number }
  readonly itemName?: Buffer
  readonly unreferenced?: Buffer
}

/** HEICs with the secret in every box, item, property, name and gap. */
export function markedHeics(): MarkedFile[] {
  const types = ['free', 'uuid', 'udta', 'XYZW', 'xml ', 'bxml']
  const boxes = ['file', 'meta', 'iprp', 'dinf', 'grpl'].flatMap((parent) =>
    types.map((type) => [`${type} in ${parent}`, heicOf({ added: { [parent]: box(type, secretBytes) } })]),
  )
  const properties = ['udes', 'uuid', 'XYZW', 'altt', 'crtt', 'mdft', 'auxC', 'free', 'colr']
  const exif = Buffer.concat([u32(0), artistExif()])
  const profiles = Object.entries(markedProfiles()).map(([name, profile]) => [
    `profile ${name}`,
    heicOf({ added: { ipco: box('colr', Buffer.concat([text('prof'), profile])) } }),
  ])
  return [
    ...marked('HEIC', {
      ...(Object.fromEntries(boxes) as Record<string, Buffer>),
      ...Object.fromEntries(
        properties.map((type) => [`property ${type}`, heicOf({ added: { ipco: box(type, secretBytes) } })]),
      ),
      ...(Object.fromEntries(profiles) as Record<string, Buffer>),
      'an auxiliary type with more behind it': heicOf({
        added: { ipco: fullBox('auxC', Buffer.concat([text('urn:mpeg:hevc:2015:auxid:1\0'), secretBytes])) },
      }),
      'name of the handler': heicOf({ handlerName: secretBytes }),
      'name of an item': heicOf({ itemName: secretBytes }),
      'an EXIF item': heicOf({ item: { type: 'Exif', bytes: exif } }),
      'before the block of an EXIF item': heicOf({
        item: { type: 'Exif', bytes: Buffer.concat([u32(secretBytes.length), secretBytes, artistExif()]) },
      }),
      'an XMP item': heicOf({ item: { type: 'mime', bytes: secretBytes } }),
      'an item with an address': heicOf({ item: { type: 'uri ', bytes: secretBytes } }),
      'an item of an unknown type': heicOf({ item: { type: 'XYZW', bytes: secretBytes } }),
      'an XMP item inside the boxes': heicOf({ item: { type: 'mime', bytes: secretBytes, method: 1 } }),
      'bytes of no item': heicOf({ unreferenced: secretBytes }),
      'behind the boxes': Buffer.concat([heicOf({}), secretBytes]),
    }),
    ...unvouched('HEIC', {
      'a JPEG item': heicOf({ item: { type: 'jpeg', bytes: secretBytes } }),
      'an item inside another': heicOf({ item: { type: 'mime', bytes: secretBytes, method: 2 } }),
    }),
  ]
}

/** Pixels come first, so that later additions do not move them. */
function heicOf({ added = {}, handlerName, item, itemName, unreferenced }: Places): Buffer {
  const extra = (parent: string) => added[parent] ?? Buffer.alloc(0)
  const start = box('ftyp', text('heic\0\0\0\0mif1heic'))
  const isInside = item?.method === 1
  const outside = item && !isInside ? item.bytes : Buffer.alloc(0)
  const data = box('mdat', Buffer.concat([frame, outside, unreferenced ?? Buffer.alloc(0)]))
  const at = start.length + 8
  const entry = (id: number, type: string) =>
    box('infe', Buffer.concat([Buffer.from([2, 0, 0, 0]), u16(id), u16(0), text(type), itemName ?? u16(0)]))
  const location = (id: number, method: number, position: number, length: number) =>
    Buffer.concat([u16(id), u16(method), u16(0), u16(1), u32(position), u32(length)])
  const second = item && location(2, item.method ?? 0, isInside ? 0 : at + frame.length, item.bytes.length)
  const meta = fullBox(
    'meta',
    Buffer.concat([
      fullBox('hdlr', Buffer.concat([u32(0), text('pict'), Buffer.alloc(12), handlerName ?? u16(0)])),
      fullBox('pitm', u16(1)),
      box(
        'iloc',
        Buffer.concat([
          Buffer.from('010000004400', 'hex'),
          u16(item ? 2 : 1),
          location(1, 0, at, frame.length),
          second ?? Buffer.alloc(0),
        ]),
      ),
      fullBox('iinf', Buffer.concat([u16(item ? 2 : 1), entry(1, 'hvc1'), ...(item ? [entry(2, item.type)] : [])])),
      container('iprp', [
        container('ipco', [fullBox('ispe', Buffer.concat([u32(8), u32(8)])), extra('ipco')]),
        fullBox('ipma', Buffer.concat([u32(1), u16(1), Buffer.from([1, 0x81])])),
        extra('iprp'),
      ]),
      container('dinf', [fullBox('dref', Buffer.concat([u32(1), box('url ', u32(1))])), extra('dinf')]),
      container('grpl', [extra('grpl')]),
      ...(isInside ? [box('idat', item.bytes)] : []),
      extra('meta'),
    ]),
  )
  return Buffer.concat([start, data, meta, extra('file')])
}
