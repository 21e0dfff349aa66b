"""Drives the DNS part of the API with Apache Libcloud, unchanged. Prints what it saw as JSON."""
import json
import os
from urllib.parse import urlsplit

from libcloud.dns.providers import get_driver
from libcloud.dns.types import Provider, RecordType

address = urlsplit(os.environ["SERVICE_URL"])
driver = get_driver(Provider.LINODE)(
    os.environ["SERVICE_TOKEN"], secure=False, host=address.hostname, port=address.port
)

zone = driver.create_zone("libcloud.example.com", ttl=300, extra={"soa_email": "dns@example.com"})
zone = driver.update_zone(zone, zone.domain, extra={"soa_email": "dns@example.com", "description": "by Libcloud"})
www = driver.create_record("www", zone, RecordType.A, "192.0.2.1", extra={"ttl_sec": 3600})
driver.create_record("mail", zone, RecordType.MX, "mx.example.com", extra={"priority": 5})
driver.create_record(
    "", zone, RecordType.SRV, "sip.example.com",
    extra={"service": "sip", "protocol": "tcp", "priority": 1, "weight": 2, "port": 5060},
)
gone = driver.create_record("gone", zone, RecordType.TXT, "text")
www = driver.update_record(www, name="web", data="192.0.2.2")

print(json.dumps({
    "zone": [zone.domain, zone.type, zone.ttl, driver.get_zone(zone.id).domain],
    "updated": [www.name, www.data, driver.get_record(zone.id, www.id).ttl],
    "deleted": driver.delete_record(gone),
    "records": sorted([record.type, record.name, record.data] for record in driver.list_records(zone)),
    "zones": [each.domain for each in driver.list_zones()],
    "zone deleted": driver.delete_zone(zone),
    "zones left": driver.list_zones(),
}))
