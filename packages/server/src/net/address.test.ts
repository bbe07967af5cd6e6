import { expect, test } from 'vitest'
import { isPublicAddress } from './address.ts'

test.each([
  ['this machine', ['127.0.0.1', '127.255.0.9', '::1', '0.0.0.0', '0.1.2.3', '::']],
  ['a house', ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd00:ec2::254', 'fec0::1']],
  ['the cable', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0']],
  ['many', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '::7f00:1', '::a9fe:a9fe', '::ffff:0:7f00:1']],
  ['IPv4 behind a translator', ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1']],
  ['documents and tests', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1']],
  ['nobody yet', ['240.0.0.1', '100::1', '100:0:0:1::1', '1000::1', '4000::1', '8000::1', 'e000::1', '5f00::1']],
  ['no address at all', ['', 'example.com', '127.0.0.1:80', '[2606:4700::1111]']],
])('what belongs to %s is not public', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('what can be reached from everywhere is public', () => {
  const addresses = [
    '8.8.8.8',
    '1.1.1.1',
    '223.255.255.254',
    '2606:4700::1111',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
  ]
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([])
})
