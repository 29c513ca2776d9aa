import { isIPv4, isIPv6 } from 'node:net'

const prefixGroups = 4

/**
 * The network by which rate limits count: an IPv4 address itself, or the /64 prefix of an IPv6 address, because one
 * subscriber has all 2^64 addresses of it (RFC 6177).
 * @param ip as Fastify gives it; an IPv4 address mapped into IPv6 (`::ffff:203.0.113.7`) counts as IPv4
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (!isIPv6(address)) return ip
  // The URL parser normalizes every spelling of an address to the form of RFC 5952.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups.slice(0, prefixGroups).join(':')}::/64`
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
