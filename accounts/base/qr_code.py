"""QR codes as SVG, drawn here: the content security policy refuses images from elsewhere and `data:` images."""

import qrcode
from qrcode.image.svg import SvgPathImage


def qr_svg(text: str) -> str:
    """Return the QR code of a text as an SVG document."""
    drawing: str = qrcode.make(text, image_factory=SvgPathImage).to_string(encoding="unicode")
    return drawing
