import { createHash, randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'

// As in the server's image process. With its cache, a conversion can wait for ever on a busy machine, and its process
// then does not exit (sharp issue 4486).
sharp.cache(false)

/** A small real JPEG, different each time. Sides are pixels. */
export function unePhoto({ largeur = 320, hauteur = 240 } = {}): Promise<Buffer> {
  return picture(largeur, hauteur).jpeg({ quality: 80 }).toBuffer()
}

/** A JPEG with its owner in the Exif. */
export function unePhotoSignee(marque: string): Promise<Buffer> {
  const signed = { ImageDescription: `Vue du lac ${marque}`, Artist: marque }
  return picture(320, 240)
    .jpeg({ quality: 80 })
    .withExif({ IFD0: marque === '' ? {} : signed })
    .toBuffer()
}

/** A photo of some megabytes, like a phone's: noise does not compress. */
export function unePhotoLourde(): Promise<Buffer> {
  const [width, height] = [2000, 1500]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** A JPEG with location, camera and date. */
export function unePhotoLocalisee(): Promise<Buffer> {
  return picture(320, 240)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: 'Appareil', Model: 'Modele' },
      IFD2: { DateTimeOriginal: '2026:06:20 21:04:00', BodySerialNumber: 'SERIE-4711' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 53/1 57/1', GPSLongitudeRef: 'E', GPSLongitude: '6/1 7/1 43/1' },
    })
    .toBuffer()
}

/** A JPEG with the date of a camera. */
export function unePhotoPriseLe(instant: Date): Promise<Buffer> {
  return taken(instant).toBuffer()
}

/** The same with the XML metadata of editing programs. */
export function unePhotoDecrite(instant: Date): Promise<Buffer> {
  const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
  const description = `<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"/>`
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${rdf}">${description}</rdf:RDF></x:xmpmeta>`
  return taken(instant).withXmp(packet).toBuffer()
}

function taken(instant: Date): Sharp {
  const [date = '', time = ''] = instant.toISOString().split(/[T.]/)
  const written = { DateTimeOriginal: `${date.replaceAll('-', ':')} ${time}`, OffsetTimeOriginal: '+00:00' }
  return picture(320, 240).jpeg().withExif({ IFD2: written })
}

/** A JPEG of exactly this many bytes: readers stop at the end of the picture, the rest is padding. */
export async function unePhotoDe(octets: number): Promise<Buffer> {
  const photo = await unePhoto()
  return Buffer.concat([photo, randomBytes(octets - photo.length)])
}

/** A photo with a valid header and a damaged body. */
export async function unePhotoAbimee(): Promise<Buffer> {
  const photo = await unePhoto({ largeur: 800, hauteur: 600 })
  const middle = Math.floor(photo.length / 2)
  return Buffer.concat([photo.subarray(0, middle), randomBytes(64), photo.subarray(middle + 2000, -300)])
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function picture(width: number, height: number) {
  const seed = randomBytes(48)
  return sharp(seed, { raw: { width: 4, height: 4, channels: 3 } }).resize(width, height, {
    kernel: 'cubic',
    fit: 'fill',
  })
}
