"""Decodes untrusted pictures: checks the format and the size before it decodes anything."""

import warnings
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from binairo_tui.screenshots.sources import PictureError

MAX_PIXELS = 40_000_000
"""Limit on the pixels of a picture. The number is read from the header; larger pictures are never decoded."""
MIN_SIDE = 16
"""The least side of a picture in pixels."""
MAX_SIDE = 1800
"""Pictures with a longer side are made smaller, because cells do not need so many pixels."""

Pixels = NDArray[np.float32]
"""A picture as an array of shape (height, width, 3), with values from 0 to 255."""


def decode(data: bytes) -> Pixels:
    """Return the first picture in a PNG, JPEG, WebP or GIF file, on a white ground. Raises PictureError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about sizes, which are checked here, and about damaged metadata
            image: Image.Image = Image.open(BytesIO(data), formats=("PNG", "JPEG", "WEBP", "GIF"))
            _check_size(image)
            image.draft("RGB", (MAX_SIDE, MAX_SIDE))
            image = ImageOps.exif_transpose(image).convert("RGBA")
    except Image.DecompressionBombError as error:  # Pillow has a limit, too
        raise PictureError(f"the picture has more than {MAX_PIXELS // 1_000_000} million pixels") from error
    except Exception as error:  # decoders raise errors of many types about damaged files
        raise PictureError("the picture is damaged, or not a PNG, JPEG, WebP or GIF") from error
    if min(image.size) < MIN_SIDE:
        raise PictureError(f"the picture is too small: {image.width}x{image.height} pixels")
    page = Image.new("RGBA", image.size, "white")
    page.alpha_composite(image)
    page.thumbnail((MAX_SIDE, MAX_SIDE))
    return np.asarray(page.convert("RGB"), dtype=np.float32)


def _check_size(image: Image.Image) -> None:
    if image.width * image.height > MAX_PIXELS:
        raise Image.DecompressionBombError
