"""Drives the records of a domain with Lexicon, which many ACME clients use. Prints what it saw as JSON."""
import json
import os

from lexicon.client import Client
from lexicon.config import ConfigResolver
from lexicon.providers import linode4


class HereProvider(linode4.Provider):
    """Lexicon has no option for another address of the same API."""

    @property
    def api_endpoint(self):
        return os.environ["SERVICE_URL"] + "/v4/"

    @api_endpoint.setter
    def api_endpoint(self, _address):
        pass


def lexicon(action, **options):
    given = {
        "provider_name": "linode4", "action": action, "domain": "lexicon-example.com", "type": "TXT",
        "linode4": {"auth_token": os.environ["SERVICE_TOKEN"]}, **options,
    }
    client = Client(ConfigResolver().with_dict(given))
    client.provider.__class__ = HereProvider
    return client.execute()


challenge = {"name": "_acme-challenge", "content": "token-1"}
print(json.dumps({
    "created": lexicon("create", **challenge),
    "created again": lexicon("create", **challenge),
    "list": [[record["type"], record["name"], record["content"]] for record in lexicon("list", **challenge)],
    "updated": lexicon("update", name="_acme-challenge", content="token-2"),
    "after": [record["content"] for record in lexicon("list", name="_acme-challenge")],
    "deleted": lexicon("delete", name="_acme-challenge"),
    "left": lexicon("list"),
}))
