"""Manages VPCs, a domain and its records by the generated client, and prints what it sees as JSON."""

import json
import os

import cloud_account
from cloud_account.exceptions import ApiException

configuration = cloud_account.Configuration(host=os.environ["SERVICE_URL"])
configuration.access_token = os.environ["SERVICE_TOKEN"]

with cloud_account.ApiClient(configuration) as client:
    vpcs = cloud_account.VPCsApi(client)
    vpc = vpcs.vpc_create(
        cloud_account.CreateVpcRequest(label="servers", region="us-east", description="Servers")
    )
    listed = vpcs.vpc_list(page_size=25)

    domains = cloud_account.DomainsApi(client)
    domain = cloud_account.CreateDomainRequest(
        domain="python.example.com", type="master", soa_email="admin@example.com"
    )
    made = domains.domain_create(domain)
    record = domains.domain_record_create(
        made.id, cloud_account.CreateRecordRequest(type="MX", target="mx.example.com", priority=20)
    )
    refused = None
    try:
        domains.domain_create(domain)
    except ApiException as error:
        refused = [error.status, json.loads(error.body)["errors"][0]["field"]]

print(
    json.dumps(
        {
            "vpc": [vpc.label, vpc.description],
            "vpcs": [len(listed.data), listed.data[0].label, listed.results],
            "record": [record.type, record.target, record.priority, record.service],
            "refused": refused,
        }
    )
)
