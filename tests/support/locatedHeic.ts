import { box, container, fullBox, u32 } from '#tests/support/boxes.ts'

const u16 = (value: number) => u32(value).subarray(2)

/**
 * A HEIC (ISO/IEC 23008-12) of one picture and its Exif, from a movie of one HEVC frame.
 * @param movie MP4 whose only track is HEVC, tagged hvc1; `tiff` the Exif block from its byte order on
 */
export function heicOf(movie: Buffer, { tiff, largeur, hauteur }: { tiff: Buffer; largeur: number; hauteur: number }) {
  const configuration = boxAt(movie, 'hvcC')
  const frame = boxAt(movie, 'mdat').subarray(8)
  const exif = Buffer.concat([u32(0), tiff])
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'))
  const meta = (frameAt: number) =>
    fullBox(
      'meta',
      Buffer.concat([
        fullBox('hdlr', Buffer.from('\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1')),
        fullBox('pitm', u16(1)),
        locationsOf([
          [frameAt, frame.length],
          [frameAt + frame.length, exif.length],
        ]),
        fullBox('iinf', Buffer.concat([u16(2), entry(1, 'hvc1'), entry(2, 'Exif')])),
        fullBox('iref', box('cdsc', Buffer.concat([u16(2), u16(1), u16(1)]))),
        container('iprp', [
          container('ipco', [configuration, fullBox('ispe', Buffer.concat([u32(largeur), u32(hauteur)]))]),
          // Item 1 has both properties; the first one is essential.
          fullBox('ipma', Buffer.concat([u32(1), u16(1), Buffer.from([2, 0x81, 0x02])])),
        ]),
      ]),
    )
  const frameAt = ftyp.length + meta(0).length + 8
  return Buffer.concat([ftyp, meta(frameAt), box('mdat', Buffer.concat([frame, exif]))])
}

function entry(id: number, type: string): Buffer {
  const payload = Buffer.concat([u16(id), u16(0), Buffer.from(`${type}\0`, 'latin1')])
  return box('infe', Buffer.concat([Buffer.from([2, 0, 0, 0]), payload]))
}

/** Locations of the items: offsets and lengths of 32 bits, one extent each. */
function locationsOf(extents: readonly (readonly [number, number])[]): Buffer {
  const items = extents.map(([at, length], n) => Buffer.concat([u16(n + 1), u16(0), u16(1), u32(at), u32(length)]))
  return fullBox('iloc', Buffer.concat([Buffer.from([0x44, 0x00]), u16(items.length), ...items]))
}

/** The first box of a type at any depth, with its header. */
function boxAt(bytes: Buffer, type: string): Buffer {
  const at = bytes.indexOf(type, 0, 'latin1') - 4
  if (at < 0) throw new Error(`no ${type}`)
  return bytes.subarray(at, at + bytes.readUInt32BE(at))
}
