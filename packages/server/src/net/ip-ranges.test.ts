import { expect, test } from 'vitest'
import { imageAddresses, isRefusedAsWritten, receiverAddresses } from './address-policy.ts'
import { isAllowedInDevelopment, isPublicAddress } from './ip-ranges.ts'

test.each([
  ['this machine', ['127.0.0.1', '127.255.0.9', '::1', '0.0.0.0', '0.1.2.3', '::']],
  ['a house', ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fd00:ec2::254', 'fec0::1']],
  ['the cable', ['169.254.169.254', 'fe80::1', 'fe80::1%eth0']],
  ['many', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:a00:1', '::127.0.0.1', '::7f00:1', '::a9fe:a9fe', '::ffff:0:7f00:1']],
  ['IPv4 behind a translator', ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1']],
  ['documents and tests', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1']],
  ['nobody yet', ['240.0.0.1', '100::1', '100:0:0:1::1', '1000::1', '4000::1', '8000::1', 'e000::1', '5f00::1']],
  ['a cloud', ['168.63.129.16', '::ffff:168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd20:ce::254']],
  ['no address at all', ['', 'example.com', '127.0.0.1:80', '[2606:4700::1111]']],
])('an address of %s is not public', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('addresses that everybody can reach are public', () => {
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

const NEVER = [
  ...['169.254.169.254', '169.254.170.2', '169.254.0.23', '::ffff:169.254.169.254', '::a9fe:a9fe'],
  ...[
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    '::ffff:0:a9fe:a9fe',
    'fe80::a9fe:a9fe',
    'fe80::1%eth0',
  ],
  ...['168.63.129.16', '::ffff:a83f:8110', '100.100.100.200', '192.0.0.192', '224.0.0.1', '255.255.255.255', 'ff02::1'],
  ...[
    'fd00:ec2::254',
    'fd00:0ec2:0:0:0:0:0:254',
    'fd00:ec2::23',
    'fd20:ce::254',
    'fd00:42::42',
    'fd00:a9fe:a9fe::1',
    'nonsense',
    '',
  ],
]

test('where private addresses are allowed, link-local ones and metadata services of clouds are still refused', () => {
  expect(NEVER.filter(isAllowedInDevelopment)).toEqual([])
  const allowed = [
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    'fd00::1',
    '8.8.8.8',
    '0.0.0.0',
    '::',
  ]
  expect(allowed.filter((address) => !isAllowedInDevelopment(address))).toEqual([])
})

const LOCAL = { allowPrivateUrls: false, production: false, host: '127.0.0.1', publicUrl: undefined, trustProxy: 0 }

test('a server that only this machine reaches sends events to this machine, but to no other private address', () => {
  for (const host of ['127.0.0.1', '::1', 'localhost']) {
    const allows = receiverAddresses({ ...LOCAL, host })
    expect(['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'].filter((address) => !allows(address))).toEqual([])
    expect([...NEVER, '10.0.0.1', '192.168.1.1', '0.0.0.0', 'fd00::1'].filter(allows)).toEqual([])
  }
  expect(receiverAddresses({ ...LOCAL, publicUrl: 'http://localhost:8787' })('127.0.0.1')).toBe(true)
  expect(imageAddresses(LOCAL)('127.0.0.1')).toBe(false)
})

test.each([
  ['listens for others too', { host: '0.0.0.0' }],
  ['listens on an address of the network', { host: '192.168.1.7' }],
  ['is for production', { production: true }],
  ['has a public address, so a proxy in front', { publicUrl: 'https://photos.example.com' }],
  ['trusts a proxy', { trustProxy: 1 }],
])('a server that %s sends no events to its own machine', (_, settings) => {
  expect(receiverAddresses({ ...LOCAL, ...settings })('127.0.0.1')).toBe(false)
})

test('the names of this machine and of metadata services are recognized without a look-up', () => {
  const refused = [
    'localhost',
    'a.localhost.',
    'metadata.google.internal',
    'METADATA.goog.',
    'instance-data',
    '[::1]',
    '127.0.0.1',
  ]
  expect(refused.filter((host) => !isRefusedAsWritten(host, isPublicAddress))).toEqual([])
  expect(
    ['metadata.google.internal', '169.254.169.254'].filter((host) => !isRefusedAsWritten(host, isAllowedInDevelopment)),
  ).toEqual([])
  expect(
    ['localhost', '[::1]', 'example.com'].filter((host) => isRefusedAsWritten(host, isAllowedInDevelopment)),
  ).toEqual([])
})
