import { expect, test } from 'vitest'
import { mediaTypeOf } from '#domain/upload/magicBytes.ts'

const head = (text: string) => Uint8Array.from(text.padEnd(64, '\0'), (character) => character.charCodeAt(0))
const box = (brands: string) => `\0\0\0${String.fromCharCode(8 + brands.length)}ftyp${brands}`

test.for([
  ['a JPEG', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['a GIF', 'GIF89a', 'image/gif'],
  ['a WebP', 'RIFF\0\0\0\0WEBP', 'image/webp'],
  ['a HEIC of a phone', box('heic\0\0\0\0mif1heic'), 'image/heic'],
  ['an AVIF', box('avif\0\0\0\0avifmif1'), 'image/avif'],
  ['an AVIF that first says mif1', box('mif1\0\0\0\0avif'), 'image/avif'],
  ['an MP4', box('isom\0\0\0\0isommp42'), 'video/mp4'],
  ['a MOV', box('qt  \0\0\0\0qt  '), 'video/quicktime'],
  ['an old MOV', '\0\0\0\x08wide\0\0\0\0mdat', 'video/quicktime'],
  ['a WebM', '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'video/webm'],
  ['a Matroska file', '\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', undefined],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">', undefined],
  ['a page', '<!doctype html><script>', undefined],
  ['a PDF', '%PDF-1.7', undefined],
  ['a WAV', 'RIFF\0\0\0\0WAVE', undefined],
  ['an audio book', box('M4B \0\0\0\0M4B '), undefined],
  ['nothing', '', undefined],
] as const)('detects %s by its first bytes', ([, text, type]) => {
  expect(mediaTypeOf(head(text))).toBe(type)
})
