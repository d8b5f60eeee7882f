"""Bodies read strictly: straight into their type, with nothing converted and nothing ignored."""

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ClientException


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is exactly what its route asks for.

    The framework reads any JSON first and bends it afterwards, so that "1" would pass for 1.
    """

    async def json(self) -> Any:
        """The body as its route's own type."""
        field = self.route_handler.parsed_data_field
        wanted = field.annotation if field else Any
        try:
            return msgspec.json.decode(await self.body(), type=wanted)
        except UnicodeDecodeError:
            raise ClientException("the body is not UTF-8") from None
        except (msgspec.DecodeError, RecursionError) as error:
            raise ClientException(str(error) or "the body is too deep") from None
